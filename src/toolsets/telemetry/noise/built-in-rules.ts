import type { MatchSpec, NoiseRule } from './noise-rule.ts';

type Given = readonly [id: string, classification: string, spec: MatchSpec, category?: NoiseRule['category']];

const browser: readonly Given[] = [
  ['extension_source', 'extension', { source_regex: '^(chrome|moz|safari-web)-extension://' }],
  ['favicon', 'cosmetic', { url_regex: '/favicon\\.ico(\\?|$)' }, 'network'],
  [
    'source_map_missing',
    'cosmetic',
    { url_regex: '\\.map(\\?|$)', status_min: 400, status_max: 499 },
    'network',
  ],
  [
    'preflight',
    'infrastructure',
    { url_regex: '.', method: 'OPTIONS', status_min: 200, status_max: 299 },
    'network',
  ],
  [
    'service_worker_lifecycle',
    'infrastructure',
    {
      message_regex: 'service ?worker\\b.*\\b(registered|activated|installed|installing|updated|waiting)\\b',
    },
  ],
  ['non_passive_listener', 'cosmetic', { message_regex: 'non-passive event listener' }],
  ['deprecation', 'cosmetic', { message_regex: '^\\[deprecation\\]' }],
  [
    'devtools_source_map',
    'cosmetic',
    { message_regex: 'devtools failed to (load|parse) source ?map|could not load content for .*\\.map' },
  ],
  ['blocked_by_client', 'extension', { message_regex: 'err_blocked_by_client' }],
  ['same_site_cookie', 'cosmetic', { message_regex: 'cookie.*\\bsamesite\\b' }],
  [
    'third_party_cookie',
    'cosmetic',
    { message_regex: 'third-party cookie (will be|is|was) blocked|cross-site cookie' },
  ],
];

const tooling: readonly Given[] = [
  [
    'bundler_message',
    'framework',
    { message_regex: '^\\[(vite|hmr|webpack|wds|webpack-dev-server|next)\\]' },
  ],
  [
    'hot_update',
    'framework',
    { url_regex: '\\.hot-update\\.(js|json)|__webpack_hmr|webpack-hmr|/@react-refresh' },
    'network',
  ],
  ['react_devtools', 'framework', { message_regex: 'download the react devtools' }],
  [
    'vue_devtools',
    'framework',
    { message_regex: 'download the vue devtools|running vue in development mode' },
  ],
  ['angular_dev_mode', 'framework', { message_regex: 'angular is running in (the )?development mode' }],
  ['svelte_hmr', 'framework', { message_regex: 'svelte-hmr' }],
  ['fast_refresh', 'framework', { message_regex: '^\\[fast refresh\\]' }],
  ['next_dev', 'framework', { message_regex: 'next-dev\\.js|^\\[next-dev\\]' }],
  [
    'vite_prebundle',
    'framework',
    { message_regex: 'optimized dependencies changed|new dependencies optimized' },
  ],
  ['dev_server_gone', 'framework', { message_regex: 'the development server has disconnected' }],
];

const hosts = (...names: readonly string[]) => ({
  url_regex: `^https?://([\\w.-]*\\.)?(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})(:|/|$)`,
});

const analytics: readonly Given[] = [
  [
    'google_analytics',
    'analytics',
    hosts('google-analytics.com', 'googletagmanager.com', 'analytics.google.com'),
    'network',
  ],
  ['segment', 'analytics', hosts('segment.io', 'segment.com'), 'network'],
  ['mixpanel', 'analytics', hosts('mixpanel.com'), 'network'],
  ['hotjar', 'analytics', hosts('hotjar.com', 'hotjar.io'), 'network'],
  ['amplitude', 'analytics', hosts('amplitude.com'), 'network'],
  ['plausible', 'analytics', hosts('plausible.io'), 'network'],
  ['posthog', 'analytics', hosts('posthog.com'), 'network'],
  [
    'datadog_rum',
    'analytics',
    hosts('browser-intake-datadoghq.com', 'datadoghq-browser-agent.com'),
    'network',
  ],
  [
    'sentry_ingest',
    'analytics',
    hosts('ingest.sentry.io', 'ingest.us.sentry.io', 'ingest.de.sentry.io'),
    'network',
  ],
  ['logrocket', 'analytics', hosts('logrocket.io', 'logrocket.com', 'lr-ingest.io'), 'network'],
  ['fullstory', 'analytics', hosts('fullstory.com'), 'network'],
  ['heap', 'analytics', hosts('heapanalytics.com', 'heap.io'), 'network'],
];

const framework: readonly Given[] = [
  ['react_key', 'cosmetic', { message_regex: 'each child in a list should have a unique "?key"? prop' }],
  ['react_update_in_render', 'framework', { message_regex: 'cannot update a component .*while rendering' }],
  ['react_strict_mode', 'framework', { message_regex: 'strictmode.*\\b(double|twice)\\b' }],
  ['hydration', 'framework', { message_regex: 'hydration', level: 'warning' }],
  ['next_assets', 'framework', { url_regex: '/_next/(static|data|image)\\b', status_max: 399 }, 'network'],
  ['vite_client', 'framework', { url_regex: '/@vite/client', status_max: 399 }, 'network'],
  ['webpack_internal', 'framework', { source_regex: '^webpack-internal:///.*webpack(-dev-server|/hot)' }],
];

const sockets: readonly Given[] = [
  [
    'hmr_socket',
    'framework',
    {
      url_regex:
        '/sockjs-node|/_next/webpack-hmr|/__vite|[?&]token=.*vite|^wss?://(localhost|127\\.0\\.0\\.1)(:\\d+)?/ws/?$',
    },
    'websocket',
  ],
  ['devtools_socket', 'infrastructure', { url_regex: '/devtools/(browser|page|inspector)' }, 'websocket'],
];

/** What every page of every project says or asks for, and nobody needs to hear. */
export const BUILT_IN_RULES: readonly NoiseRule[] = [
  ...browser,
  ...tooling,
  ...analytics,
  ...framework,
  ...sockets,
].map(([id, classification, match_spec, category = 'console']) => ({
  id: `builtin_${id}`,
  category,
  classification,
  match_spec,
}));
