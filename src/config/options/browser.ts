import { z } from 'zod';
import { ownFolder } from '../folders.ts';
import { headerLines, milliseconds, option, playwrightOption, playwrightSwitch, text } from '../option.ts';

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
const list = z.array(text);

/** The one browser that tools work in. */
export const browserOptions = {
  browser: playwrightOption('Browser', {
    schema: z.enum(BROWSERS).optional(),
    placeholder: 'NAME',
    help: `Browser to start: ${BROWSERS.join(', ')}. Default: the first Chromium-family browser that is found.`,
  }),
  userDataDir: playwrightOption('Browser', {
    schema: ownFolder.optional(),
    placeholder: 'FOLDER',
    help: 'Profile folder; cookies and storage stay in it. Default: one for each working folder, in the state folder.',
    isPath: true,
  }),
  isolated: playwrightSwitch('Browser', 'Keep the profile in memory: nothing outlives the browser.'),
  cdpTimeout: playwrightOption('Browser', {
    schema: milliseconds.default(30_000),
    placeholder: 'MS',
    help: 'Time limit of attaching.',
  }),
  remoteHeader: option('Browser', {
    schema: headerLines,
    separator: /\r?\n/,
    placeholder: '"NAME: VALUE"',
    help: 'Header for the Playwright server; may be repeated.',
    alsoEnv: ['PLAYWRIGHT_MCP_REMOTE_HEADERS'],
    secret: true,
  }),
  extension: playwrightOption('Browser', {
    schema: z.boolean().default(false),
    help: 'Work in your own running browser, on the tabs that its "Playwright Extension" shares.',
  }),
  extensionToken: playwrightOption('Browser', {
    schema: text.optional(),
    placeholder: 'TOKEN',
    help: 'Token that the extension shows: with it nobody is asked whether we may connect.',
    secret: true,
  }),
  profileDirName: playwrightOption('Browser', {
    schema: text.optional(),
    placeholder: 'NAME',
    help: 'Profile of your browser that has the extension, such as "Profile 1". Default: the first that has it.',
  }),
  webmcp: playwrightSwitch(
    'Browser',
    'The same as --caps webmcp: pages may offer tools, which browser_webmcp lists and calls.',
  ),
  idleTimeout: playwrightOption('Browser', {
    schema: milliseconds.optional(),
    placeholder: 'MS',
    help: 'Close the browser after this long without a call; 0 never does. Default: an hour for a headless browser of our own, else never.',
  }),
  mobile: playwrightSwitch('Pages', 'Emulate a phone: its pages are often smaller.'),
  storageState: playwrightOption('Pages', {
    schema: text.optional(),
    placeholder: 'FILE',
    help: 'Cookies and local storage to begin with, as browser_context_save_storage writes them.',
  }),
  initPage: playwrightOption('Pages', {
    schema: list.default([]),
    isOpen: true,
    placeholder: 'FILES',
    reads: true,
    help: 'JavaScript or TypeScript modules whose default export is called with { page } for each new page.',
  }),
};
