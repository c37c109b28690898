import type { MatchSpec, NoiseRule } from './noise-rule.ts';

/** Rules that differ by a name and one pattern. */
const rules = (
  category: NoiseRule['category'],
  classification: string,
  field: keyof MatchSpec,
  patterns: Readonly<Record<string, string>>,
  more: MatchSpec = {},
): readonly NoiseRule[] =>
  Object.entries(patterns).map(([id, pattern]) => ({
    id: `builtin_${id}`,
    category,
    classification,
    match_spec: { [field]: pattern, ...more },
  }));

const hosts = (...names: readonly string[]) =>
  `^https?://([\\w.-]*\\.)?(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})(:|/|$)`;

/** What every page of every project says or asks for, and nobody needs to hear. */
export const BUILT_IN_RULES: readonly NoiseRule[] = [
  ...rules('console', 'extension', 'source_regex', {
    extension_source: '^(chrome|moz|safari-web)-extension://',
  }),
  ...rules('console', 'extension', 'message_regex', { blocked_by_client: 'err_blocked_by_client' }),
  ...rules('console', 'cosmetic', 'message_regex', {
    non_passive_listener: 'non-passive event listener',
    deprecation: '^\\[deprecation\\]',
    devtools_source_map: 'devtools failed to (load|parse) source ?map|could not load content for .*\\.map',
    same_site_cookie: 'cookie.*\\bsamesite\\b',
    third_party_cookie: 'third-party cookie (will be|is|was) blocked|cross-site cookie',
    react_key: 'each child in a list should have a unique "?key"? prop',
  }),
  ...rules('console', 'infrastructure', 'message_regex', {
    service_worker_lifecycle:
      'service ?worker\\b.*\\b(registered|activated|installed|installing|updated|waiting)\\b',
  }),
  ...rules('console', 'framework', 'message_regex', {
    // What cannot be built is no chatter.
    bundler_message: '^\\[(vite|hmr|webpack|wds|webpack-dev-server|next)\\](?!.*\\b(error|fail))',
    react_devtools: 'download the react devtools',
    vue_devtools: 'download the vue devtools|running vue in development mode',
    angular_dev_mode: 'angular is running in (the )?development mode',
    svelte_hmr: 'svelte-hmr',
    fast_refresh: '^\\[fast refresh\\]',
    next_dev: 'next-dev\\.js|^\\[next-dev\\]',
    vite_prebundle: 'optimized dependencies changed|new dependencies optimized',
    dev_server_gone: 'the development server has disconnected',
    react_update_in_render: 'cannot update a component .*while rendering',
    react_strict_mode: 'strictmode.*\\b(double|twice)\\b',
  }),
  ...rules('console', 'framework', 'message_regex', { hydration: 'hydration' }, { level: 'warning' }),
  ...rules('console', 'framework', 'source_regex', {
    webpack_internal: '^webpack-internal:///.*webpack(-dev-server|/hot)',
  }),
  ...rules('network', 'cosmetic', 'url_regex', { favicon: '/favicon\\.ico(\\?|$)' }),
  ...rules(
    'network',
    'cosmetic',
    'url_regex',
    { source_map_missing: '\\.map(\\?|$)' },
    { status_min: 400, status_max: 499 },
  ),
  ...rules(
    'network',
    'infrastructure',
    'url_regex',
    { preflight: '.' },
    { method: 'OPTIONS', status_min: 200, status_max: 299 },
  ),
  ...rules('network', 'framework', 'url_regex', {
    hot_update: '\\.hot-update\\.(js|json)|__webpack_hmr|webpack-hmr|/@react-refresh|/__nextjs_',
  }),
  ...rules(
    'network',
    'framework',
    'url_regex',
    { next_assets: '/_next/(static|data|image)\\b', vite_client: '/@vite/client' },
    { status_max: 399 },
  ),
  ...rules('network', 'analytics', 'url_regex', {
    google_analytics: hosts('google-analytics.com', 'googletagmanager.com', 'analytics.google.com'),
    segment: hosts('segment.io', 'segment.com'),
    mixpanel: hosts('mixpanel.com'),
    hotjar: hosts('hotjar.com', 'hotjar.io'),
    amplitude: hosts('amplitude.com'),
    plausible: hosts('plausible.io'),
    posthog: hosts('posthog.com'),
    datadog_rum: hosts('browser-intake-datadoghq.com', 'datadoghq-browser-agent.com'),
    sentry_ingest: hosts('ingest.sentry.io', 'ingest.us.sentry.io', 'ingest.de.sentry.io'),
    logrocket: hosts('logrocket.io', 'logrocket.com', 'lr-ingest.io'),
    fullstory: hosts('fullstory.com'),
    heap: hosts('heapanalytics.com', 'heap.io'),
  }),
  ...rules('websocket', 'framework', 'url_regex', {
    // Vite's own is at the root of its base, with a token and nothing else.
    hmr_socket: '/sockjs-node|/_next/(webpack-)?hmr|/__vite|/\\?token=(\\[redacted\\]|[\\w-]{12})$',
  }),
  ...rules('websocket', 'infrastructure', 'url_regex', {
    devtools_socket: '/devtools/(browser|page|inspector)',
  }),
];
