import type { Profile } from './profile.ts';

/** The browser tools that --caps adds. */
export const BROWSER_CAPS: NonNullable<Profile['caps']> = {
  vision: ['browser-vision'],
  pdf: ['browser-pdf'],
  network: ['browser-network'],
  storage: ['browser-storage'],
  testing: ['browser-testing'],
  devtools: ['browser-devtools'],
  /** What playwright-mcp calls devtools as well. */
  tracing: ['browser-devtools'],
  /** Tools of pages; --webmcp says the same. */
  webmcp: ['browser-webmcp'],
  extra: ['browser-find', 'browser-extra'],
  config: ['browser-config'],
  code: ['browser-code'],
  /** The same under the name that playwright-mcp gives it. */
  'code-unsafe': ['browser-code-unsafe'],
};

export const BROWSER_CONFLICTS: NonNullable<Profile['conflicts']> = [
  ['isolated', 'userDataDir'],
  ['storageState', 'userDataDir'],
  ['device', 'mobile'],
  ['device', 'cdpEndpoint', 'Device emulation is not supported with cdpEndpoint'],
  ['mobile', 'cdpEndpoint', 'Device emulation is not supported with cdpEndpoint'],
  ['cdpEndpoint', 'endpoint'],
  ['cdpEndpoint', 'executablePath'],
  ['cdpEndpoint', 'userDataDir'],
  ['endpoint', 'executablePath'],
  ['extension', 'cdpEndpoint'],
  ['extension', 'endpoint'],
  ['extension', 'isolated'],
  ['endpoint', 'userDataDir'],
  ['autoConnect', 'cdpEndpoint'],
  ['autoConnect', 'endpoint'],
  ['autoConnect', 'extension'],
  ['autoConnect', 'executablePath'],
  ['autoConnect', 'isolated'],
  ['autoConnect', 'device'],
  ['autoConnect', 'mobile'],
];

/** What an agent is told once about the browser tools. */
export const BROWSER_INSTRUCTIONS = [
  'browser_*: target is a ref (e5; bob:e3 is of context bob), button "Save", text "words", CSS or ' +
    'a locator. tab: another page than the active one: id (t3), index from 0, or name of a context. ' +
    'filename: a file for the answer.',
  'Handle an open dialog or file chooser first: browser_handle_dialog, browser_file_upload. Relative paths: of ' +
    'your working folder.',
  '--caps adds network, extra, storage, vision, pdf, testing, devtools, code.',
].join('\n');
