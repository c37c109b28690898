import { z } from 'zod';
import { ownFolder } from '../folders.ts';
import { option, playwrightEnv } from '../option.ts';

const BROWSERS = [
  'chromium',
  'chrome',
  'chrome-beta',
  'chrome-dev',
  'chrome-canary',
  'msedge',
  'msedge-beta',
  'msedge-dev',
  'msedge-canary',
  'firefox',
  'moz-firefox',
  'moz-firefox-beta',
  'moz-firefox-nightly',
  'webkit',
] as const;
const text = z.string().min(1);
const list = z.array(text);
const headerLines = z.array(z.string().regex(/^[^:\s]+:/, 'it reads "Name: Value"')).default([]);
const milliseconds = z.int().min(0).max(86_400_000);

/** The one browser that tools work in. */
export const browserOptions = {
  browser: option({
    schema: z.enum(BROWSERS).optional(),
    kind: 'text',
    group: 'Browser',
    placeholder: 'NAME',
    help: `Browser to start: ${BROWSERS.join(', ')}. Default: the first Chromium-family browser that is found.`,
    alsoEnv: playwrightEnv('BROWSER'),
  }),
  userDataDir: option({
    schema: ownFolder.optional(),
    kind: 'text',
    group: 'Browser',
    placeholder: 'FOLDER',
    help: 'Profile folder; cookies and storage stay in it. Default: one for each working folder, in the state folder.',
    alsoEnv: playwrightEnv('USER_DATA_DIR'),
    isPath: true,
  }),
  isolated: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Browser',
    help: 'Keep the profile in memory: nothing outlives the browser.',
    alsoEnv: playwrightEnv('ISOLATED'),
  }),
  cdpTimeout: option({
    schema: milliseconds.default(30_000),
    kind: 'number',
    group: 'Browser',
    placeholder: 'MS',
    help: 'Time limit of attaching.',
    alsoEnv: playwrightEnv('CDP_TIMEOUT'),
  }),
  remoteHeader: option({
    schema: headerLines,
    kind: 'list',
    separator: /\r?\n/,
    group: 'Browser',
    placeholder: '"NAME: VALUE"',
    help: 'Header for the Playwright server; may be repeated.',
    alsoEnv: ['PLAYWRIGHT_MCP_REMOTE_HEADERS'],
    secret: true,
  }),
  extension: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Browser',
    help: 'Work in your own running browser, on the tabs that its "Playwright Extension" shares.',
    alsoEnv: playwrightEnv('EXTENSION'),
  }),
  extensionToken: option({
    schema: text.optional(),
    kind: 'text',
    group: 'Browser',
    placeholder: 'TOKEN',
    help: 'Token that the extension shows: with it nobody is asked whether we may connect.',
    alsoEnv: playwrightEnv('EXTENSION_TOKEN'),
    secret: true,
  }),
  profileDirName: option({
    schema: text.optional(),
    kind: 'text',
    group: 'Browser',
    placeholder: 'NAME',
    help: 'Profile of your browser that has the extension, such as "Profile 1". Default: the first that has it.',
    alsoEnv: playwrightEnv('PROFILE_DIR_NAME'),
  }),
  webmcp: option({
    schema: z.literal(false, 'tools that pages offer are not passed on; only off is possible').default(false),
    kind: 'switch',
    group: 'Browser',
    help: 'Only --no-webmcp is possible: tools that pages offer (WebMCP) are never passed on.',
    alsoEnv: playwrightEnv('WEBMCP'),
  }),
  idleTimeout: option({
    schema: milliseconds.optional(),
    kind: 'number',
    group: 'Browser',
    placeholder: 'MS',
    help: 'Close the browser after this long without a call; 0 never does. Default: an hour for a headless browser of our own, else never.',
    alsoEnv: playwrightEnv('IDLE_TIMEOUT'),
  }),
  mobile: option({
    schema: z.boolean().default(false),
    kind: 'switch',
    group: 'Pages',
    help: 'Emulate a phone: its pages are often smaller.',
    alsoEnv: playwrightEnv('MOBILE'),
  }),
  storageState: option({
    schema: text.optional(),
    kind: 'text',
    group: 'Pages',
    placeholder: 'FILE',
    reads: true,
    help: 'Cookies and local storage to begin with, as browser_context_save_storage writes them.',
    alsoEnv: playwrightEnv('STORAGE_STATE'),
  }),
  initPage: option({
    schema: list.default([]),
    kind: 'list',
    isOpen: true,
    group: 'Pages',
    placeholder: 'FILES',
    reads: true,
    help: 'JavaScript or TypeScript modules whose default export is called with { page } for each new page.',
    alsoEnv: playwrightEnv('INIT_PAGE'),
  }),
};
