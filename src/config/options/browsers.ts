import { z } from 'zod';
import { option, playwrightEnv, urlOf } from '../option.ts';

const text = z.string().min(1);
const list = z.array(text);
const origins = z.array(
  z.string().regex(/^\S+$/, 'an origin reads https://example.org or http://localhost:*'),
);
const headerLines = z.array(z.string().regex(/^[^:\s]+:/, 'it reads "Name: Value"')).default([]);
const milliseconds = z.int().min(0).max(86_400_000);
const fields = z.record(z.string(), z.unknown());

/** How browsers are started and what their pages are told, be it one or many. */
export const browsersOptions = {
  executablePath: option({
    schema: text.optional(),
    kind: 'text',
    group: 'Browser',
    placeholder: 'FILE',
    reads: true,
    help: 'Program of the browser to start.',
    alsoEnv: playwrightEnv('EXECUTABLE_PATH'),
  }),
  headless: option({
    schema: z.boolean().optional(),
    kind: 'switch',
    group: 'Browser',
    help: 'Show no window. Default: headed, but headless on Linux without a display.',
    alsoEnv: playwrightEnv('HEADLESS'),
  }),
  sandbox: option({
    schema: z.boolean().optional(),
    kind: 'switch',
    group: 'Browser',
    help: "Chromium's sandbox; --no-sandbox turns it off. Default: on, except for root on Linux.",
    alsoEnv: playwrightEnv('SANDBOX'),
  }),
  cdpEndpoint: option({
    schema: urlOf(/^(?:https?|wss?)$/, 'it takes an http:// or ws:// address').optional(),
    kind: 'text',
    group: 'Browser',
    placeholder: 'URL',
    help: 'Attach to this DevTools endpoint (http or ws) instead of starting a browser.',
    alsoEnv: playwrightEnv('CDP_ENDPOINT'),
  }),
  cdpHeader: option({
    schema: headerLines,
    kind: 'list',
    isOpen: true,
    separator: /\r?\n/,
    group: 'Browser',
    placeholder: '"NAME: VALUE"',
    help: 'Header for the DevTools endpoint; may be repeated.',
    alsoEnv: ['PLAYWRIGHT_MCP_CDP_HEADERS'],
    secret: true,
  }),
  endpoint: option({
    schema: urlOf(/^(?:https?|wss?)$/, 'it takes a ws:// or http:// address').optional(),
    kind: 'text',
    group: 'Browser',
    placeholder: 'URL',
    help: 'Use a browser of this Playwright server (ws or wss).',
    alsoEnv: playwrightEnv('ENDPOINT'),
  }),
  launchOptions: option({
    schema: fields.default({}),
    kind: 'json',
    group: 'Browser',
    placeholder: 'JSON',
    help: 'More of what Playwright\'s launch takes, such as {"slowMo": 100}. Flags win over it.',
  }),
  viewportSize: option({
    schema: z
      .string()
      .regex(/^[1-9]\d{0,4}[x,][1-9]\d{0,4}$/, 'it reads WIDTHxHEIGHT, such as 1280x720')
      .optional(),
    kind: 'text',
    group: 'Pages',
    placeholder: 'WxH',
    help: 'Size of the viewport. Default: 1280x720 headless, the window headed.',
    alsoEnv: playwrightEnv('VIEWPORT_SIZE'),
  }),
  device: option({
    schema: text.optional(),
    kind: 'text',
    group: 'Pages',
    placeholder: 'NAME',
    help: 'Device to emulate, such as "iPhone 15".',
    alsoEnv: playwrightEnv('DEVICE'),
  }),
  userAgent: option({
    schema: text.optional(),
    kind: 'text',
    group: 'Pages',
    placeholder: 'WORDS',
    help: 'User agent that pages are told.',
    alsoEnv: playwrightEnv('USER_AGENT'),
  }),
  ignoreHttpsErrors: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Pages',
    help: 'Open pages whose certificate is not valid.',
    alsoEnv: playwrightEnv('IGNORE_HTTPS_ERRORS'),
  }),
  proxyServer: option({
    schema: z
      .string()
      .regex(
        /^(?:(?:https?|socks[45]?):\/\/)?[^\s/]+\/?$/i,
        'it reads http://host:port or socks5://host:port',
      )
      .optional(),
    kind: 'text',
    group: 'Pages',
    placeholder: 'URL',
    help: 'Proxy for all pages: http://host:port or socks5://host:port.',
    alsoEnv: playwrightEnv('PROXY_SERVER'),
    secret: true,
  }),
  proxyBypass: option({
    schema: text.optional(),
    kind: 'text',
    group: 'Pages',
    placeholder: 'HOSTS',
    help: 'Hosts that are reached without the proxy, such as ".internal,localhost".',
    alsoEnv: playwrightEnv('PROXY_BYPASS'),
  }),
  grantPermissions: option({
    schema: list.default([]),
    kind: 'list',
    isOpen: true,
    group: 'Pages',
    placeholder: 'NAMES',
    help: 'Permissions that pages have without asking, such as geolocation,clipboard-read.',
    alsoEnv: playwrightEnv('GRANT_PERMISSIONS'),
  }),
  pageOrigins: option({
    schema: origins.default([]),
    kind: 'list',
    separator: /[;,]/,
    group: 'Pages',
    placeholder: 'ORIGINS',
    help: 'Only these origins may be reached by pages, such as https://example.org;http://localhost:*. No security boundary: redirects are not followed up.',
    alsoEnv: playwrightEnv('ALLOWED_ORIGINS'),
  }),
  blockedOrigins: option({
    schema: origins.default([]),
    kind: 'list',
    separator: /[;,]/,
    group: 'Pages',
    placeholder: 'ORIGINS',
    help: 'Origins that pages may not reach; wins over the allowed ones.',
    alsoEnv: playwrightEnv('BLOCKED_ORIGINS'),
  }),
  blockServiceWorkers: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Pages',
    help: 'Pages cannot register service workers.',
    alsoEnv: playwrightEnv('BLOCK_SERVICE_WORKERS'),
  }),
  initScript: option({
    schema: list.default([]),
    kind: 'list',
    isOpen: true,
    group: 'Pages',
    placeholder: 'FILES',
    reads: true,
    help: "JavaScript that runs in every page before the page's own.",
    alsoEnv: playwrightEnv('INIT_SCRIPT'),
  }),
  contextOptions: option({
    schema: fields.default({}),
    kind: 'json',
    group: 'Pages',
    placeholder: 'JSON',
    help: 'More of what Playwright\'s newContext takes, such as {"locale": "de-AT"}. Flags win over it.',
  }),
  testIdAttribute: option({
    schema: text.default('data-testid'),
    kind: 'text',
    group: 'Pages',
    placeholder: 'NAME',
    help: 'Attribute behind getByTestId.',
    alsoEnv: playwrightEnv('TEST_ID_ATTRIBUTE'),
  }),
  timeoutAction: option({
    schema: milliseconds.default(5000),
    kind: 'number',
    group: 'Pages',
    placeholder: 'MS',
    help: 'Time limit of an action on an element.',
    alsoEnv: playwrightEnv('TIMEOUT_ACTION'),
  }),
  timeoutNavigation: option({
    schema: milliseconds.default(60_000),
    kind: 'number',
    group: 'Pages',
    placeholder: 'MS',
    help: 'Time limit of opening a page.',
    alsoEnv: playwrightEnv('TIMEOUT_NAVIGATION'),
  }),
  timeoutSettle: option({
    schema: milliseconds.default(500),
    kind: 'number',
    group: 'Pages',
    placeholder: 'MS',
    help: 'How long a page may stay restless after an action before the answer is given all the same.',
    alsoEnv: playwrightEnv('TIMEOUT_SETTLE'),
  }),
  allowUnrestrictedFileAccess: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Browser answers',
    help: "Files anywhere may be uploaded and written, and file: pages opened; else only in the output folder and the client's own.",
    alsoEnv: playwrightEnv('ALLOW_UNRESTRICTED_FILE_ACCESS'),
  }),
};
