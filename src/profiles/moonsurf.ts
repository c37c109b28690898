import type { OptionKey } from '../config/options.ts';
import { POOLING } from './instances.ts';
import { moonsurfVariables } from './moonsurf-variables.ts';
import { type Profile, REMOTE, SERVING, WORKING } from './profile.ts';

/** How browsers are started and what their pages are told. */
const BROWSERS: readonly OptionKey[] = [
  ...([
    'executablePath',
    'headless',
    'sandbox',
    'launchOptions',
    'cdpEndpoint',
    'cdpHeader',
    'endpoint',
  ] as const),
  ...(['viewportSize', 'device', 'userAgent', 'ignoreHttpsErrors', 'proxyServer', 'proxyBypass'] as const),
  ...(['grantPermissions', 'pageOrigins', 'blockedOrigins', 'blockServiceWorkers', 'initScript'] as const),
  ...(['contextOptions', 'testIdAttribute', 'timeoutAction', 'timeoutNavigation', 'timeoutSettle'] as const),
  ...(['allowUnrestrictedFileAccess'] as const),
];

export const moonsurf: Profile = {
  command: 'moonsurf-mcp',
  identity: {
    name: 'moonsurf-mcp',
    title: 'Moonsurf',
    description: 'Many browser instances over MCP.',
  },
  instructions:
    'browser_instance new opens a browser, which every tool uses from then on; pass instanceId and tabId to act ' +
    'elsewhere. Selectors are CSS, text=words or el:has-text(words). Browsers end with the session.',
  toolsets: ['moonsurf'],
  usage: ['moonsurf-mcp [options]'],
  takes: [
    ...SERVING,
    ...REMOTE,
    ...WORKING,
    ...POOLING,
    ...(['tasks', 'tasksPort', 'taskTimeout', 'taskQueue'] as const),
    ...BROWSERS,
  ],
  defaults: { port: 3300, callTimeout: 30 },
  variables: moonsurfVariables,
  failure: 'error-object',
  serves: 'moonsurf',
  keyOnLoopback: false,
};
