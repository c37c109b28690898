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
  ['cdpEndpoint', 'endpoint'],
  ['cdpEndpoint', 'executablePath'],
  ['cdpEndpoint', 'userDataDir'],
  ['endpoint', 'executablePath'],
  ['extension', 'cdpEndpoint'],
  ['extension', 'endpoint'],
  ['extension', 'isolated'],
  ['endpoint', 'userDataDir'],
];

/** What an agent is told once about the browser tools. */
export const BROWSER_INSTRUCTIONS = [
  'Browser (browser_*): target is a ref of a snapshot (e5), a CSS selector, or a locator such as ' +
    "getByRole('button', { name: 'Save' }); element is only for people.",
  'context (its name) and tab (its id t3, or index from 0) name another page than the active one; calls on ' +
    'different pages run in parallel.',
  'An open dialog or file chooser must be handled first: browser_handle_dialog, browser_file_upload.',
].join('\n');
