import { z } from 'zod';
import { readOrigin } from '../../kernel/origin-pattern.ts';
import {
  headerLines,
  milliseconds,
  offSwitch,
  option,
  playwrightOption,
  playwrightSwitch,
  text,
  urlOf,
} from '../option.ts';

const list = z.array(text);
const origins = z.array(
  z
    .string()
    .refine(
      (origin) => readOrigin(origin) !== undefined,
      'an origin reads https://example.org, http://localhost:* or *.example.org',
    ),
);
const fields = z.record(z.string(), z.unknown());

/** How browsers are started and what their pages are told, be it one or many. */
export const browsersOptions = {
  executablePath: playwrightOption('Browser', {
    schema: text.optional(),
    placeholder: 'FILE',
    help: 'Program of the browser to start.',
  }),
  headless: playwrightOption('Browser', {
    schema: z.boolean().optional(),
    help: 'Show no window. Default: headed, but headless on Linux without a display.',
  }),
  sandbox: playwrightOption('Browser', {
    schema: z.boolean().optional(),
    help: "Chromium's sandbox; --no-sandbox turns it off. Default: on, except for root on Linux.",
  }),
  cdpEndpoint: playwrightOption('Browser', {
    schema: urlOf(/^(?:https?|wss?)$/, 'it takes an http:// or ws:// address').optional(),
    placeholder: 'URL',
    help: 'Attach to this DevTools endpoint (http or ws) instead of starting a browser.',
    secret: true,
  }),
  autoConnect: offSwitch(
    'Browser',
    'Attach to your own browser as it runs (Chrome 144 and later), once you switched that on at chrome://inspect/#remote-debugging; it asks you at each connection. --browser or --user-data-dir says which, where they are taken.',
  ),
  cdpHeader: option('Browser', {
    schema: headerLines,
    isOpen: true,
    separator: /\r?\n/,
    placeholder: '"NAME: VALUE"',
    help: 'Header for the DevTools endpoint; may be repeated.',
    alsoEnv: ['PLAYWRIGHT_MCP_CDP_HEADERS'],
    secret: true,
  }),
  endpoint: playwrightOption('Browser', {
    schema: z
      .string()
      .trim()
      .regex(
        /^(?:(?:https?|wss?):\/\/.+|[^:]+)$/,
        'it takes a ws:// or http:// address, or the name of a browser',
      )
      .optional(),
    placeholder: 'URL',
    help: 'Use a browser of this Playwright server (ws or wss), or the browser on this machine that was shared under this name.',
    secret: true,
  }),
  launchOptions: option('Browser', {
    schema: fields.default({}),
    placeholder: 'JSON',
    help: 'More of what Playwright\'s launch takes, such as {"slowMo": 100}. Flags win over it.',
  }),
  viewportSize: playwrightOption('Pages', {
    schema: z
      .string()
      .regex(/^[1-9]\d{0,4}[x,][1-9]\d{0,4}$/, 'it reads WIDTHxHEIGHT, such as 1280x720')
      .optional(),
    placeholder: 'WxH',
    help: 'Size of the viewport. Default: 1280x720 headless, the window headed.',
  }),
  device: playwrightOption('Pages', {
    schema: text.optional(),
    placeholder: 'NAME',
    help: 'Device to emulate, such as "iPhone 15".',
  }),
  userAgent: playwrightOption('Pages', {
    schema: text.optional(),
    placeholder: 'WORDS',
    help: 'User agent that pages are told.',
  }),
  ignoreHttpsErrors: playwrightSwitch('Pages', 'Open pages whose certificate is not valid.'),
  proxyServer: playwrightOption('Pages', {
    schema: z
      .string()
      .regex(
        /^(?:(?:https?|socks[45]?):\/\/)?[^\s/]+\/?$/i,
        'it reads http://host:port or socks5://host:port',
      )
      .optional(),
    placeholder: 'URL',
    help: 'Proxy for all pages: http://host:port or socks5://host:port.',
    secret: true,
  }),
  proxyBypass: playwrightOption('Pages', {
    schema: text.optional(),
    placeholder: 'HOSTS',
    help: 'Hosts that are reached without the proxy, such as ".internal,localhost".',
  }),
  grantPermissions: playwrightOption('Pages', {
    schema: list.default([]),
    isOpen: true,
    placeholder: 'NAMES',
    help: 'Permissions that pages have without asking, such as geolocation,clipboard-read.',
  }),
  pageOrigins: option('Pages', {
    schema: origins.default([]),
    separator: /[;,]/,
    placeholder: 'ORIGINS',
    help: 'Only these origins may be reached, such as https://example.org;http://localhost:*. Holds for every request that leaves a browser started here; in one that is attached, redirects, WebSockets and workers pass.',
    alsoEnv: ['PLAYWRIGHT_MCP_ALLOWED_ORIGINS'],
  }),
  blockedOrigins: playwrightOption('Pages', {
    schema: origins.default([]),
    separator: /[;,]/,
    placeholder: 'ORIGINS',
    help: 'Origins that may not be reached; wins over the allowed ones, and holds as they do.',
  }),
  blockServiceWorkers: playwrightSwitch('Pages', 'Pages cannot register service workers.'),
  initScript: playwrightOption('Pages', {
    schema: list.default([]),
    isOpen: true,
    placeholder: 'FILES',
    reads: true,
    help: "JavaScript that runs in every page before the page's own.",
  }),
  traceHeaders: option('Pages', {
    schema: z
      .array(z.string().regex(/^https?:\/\/[^\s/]+$/, 'an origin reads http://localhost:3000'))
      .default([]),
    placeholder: 'ORIGINS',
    help: "Origins of your own services: what scripts of pages ask them for (fetch, XMLHttpRequest; not in workers) carries a traceparent header, so that a service that passes it on is linked for certain. For another origin than the page's own its CORS rules must allow the header.",
  }),
  contextOptions: option('Pages', {
    schema: fields.default({}),
    placeholder: 'JSON',
    help: 'More of what Playwright\'s newContext takes, such as {"locale": "de-AT"}. Flags win over it.',
  }),
  testIdAttribute: playwrightOption('Pages', {
    schema: text.default('data-testid'),
    placeholder: 'NAME',
    help: 'Attribute behind getByTestId.',
  }),
  timeoutAction: playwrightOption('Pages', {
    schema: milliseconds.default(5000),
    placeholder: 'MS',
    help: 'Time limit of an action on an element.',
  }),
  timeoutNavigation: playwrightOption('Pages', {
    schema: milliseconds.default(60_000),
    placeholder: 'MS',
    help: 'Time limit of opening a page.',
  }),
  timeoutSettle: playwrightOption('Pages', {
    schema: milliseconds.default(500),
    placeholder: 'MS',
    help: 'How long a page may stay restless after an action before the answer is given all the same.',
  }),
  downloadMb: option('Browser answers', {
    schema: z.number().positive().max(1_000_000).default(1024),
    placeholder: 'MB',
    help: 'Megabytes that a download may have; a larger one is stopped.',
  }),
  allowUnrestrictedFileAccess: playwrightOption('Browser answers', {
    schema: z.boolean().default(false),
    help: "Files anywhere may be uploaded and written, and file: pages opened; else only in the output folder and the client's own.",
  }),
};
