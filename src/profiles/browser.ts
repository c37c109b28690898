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

/** Arguments that every list would repeat, or that few calls need, are told here once. */
export const BROWSER_INSTRUCTIONS =
  'Browser: target is a ref of a snapshot, a CSS selector, or a locator such as ' +
  "getByRole('button', { name: 'Save' }). Every browser tool also takes context (a name) and tab (its id such as " +
  't3, or index) to act elsewhere than on the active page (browser_close: what to close); calls on different pages ' +
  'run in parallel. A dialog or file chooser must be handled before anything else. Not listed but taken: filename ' +
  '(answer to a file) by snapshot, take_screenshot, evaluate, console_messages, network_requests; click: button ' +
  'left|right|middle, doubleClick, modifiers [Alt|Control|Meta|Shift]; type: slowly; evaluate: with target the ' +
  'function gets the element; file_upload: no paths cancels; snapshot: budget, depth, allRefs, boxes; ' +
  'take_screenshot: type png|jpeg|webp, scale css|device; console_messages: level error|warning|info|debug, all; ' +
  'network_requests: filter (RegExp of URLs), static, with index also part request-headers|request-body|response-headers|response-body; ' +
  'context_create: proxy {server, username, password}, storageState (file), viewport {width, height}, locale, ' +
  'timezoneId, userAgent, device; context_save_storage: name of the context.';
