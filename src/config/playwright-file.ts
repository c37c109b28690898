import type { OptionKey } from './options.ts';

/** Where the settings of a playwright-mcp config file lie, and what we call them. */
const PLACES: Readonly<Record<string, OptionKey>> = {
  'browser.browserName': 'browser',
  'browser.isolated': 'isolated',
  'browser.userDataDir': 'userDataDir',
  'browser.launchOptions': 'launchOptions',
  'browser.contextOptions': 'contextOptions',
  'browser.cdpEndpoint': 'cdpEndpoint',
  'browser.cdpHeaders': 'cdpHeader',
  'browser.cdpTimeout': 'cdpTimeout',
  'browser.remoteEndpoint': 'endpoint',
  'browser.initPage': 'initPage',
  'browser.initScript': 'initScript',
  'server.port': 'port',
  'server.host': 'host',
  'server.allowedHosts': 'allowedHosts',
  capabilities: 'caps',
  'console.level': 'consoleLevel',
  'network.allowedOrigins': 'pageOrigins',
  'network.blockedOrigins': 'blockedOrigins',
  'timeouts.action': 'timeoutAction',
  'timeouts.navigation': 'timeoutNavigation',
  'timeouts.expect': 'timeoutExpect',
  'timeouts.settle': 'timeoutSettle',
  'timeouts.idle': 'idleTimeout',
  'snapshot.mode': 'snapshotMode',
  'snapshot.boxes': 'snapshotBoxes',
};

const SECTIONS = new Set(Object.keys(PLACES).flatMap((place) => place.split('.').slice(0, -1)));

/**
 * The content of a config file with the nested places of playwright-mcp brought to our flat keys. What it does
 * not know stays as it is, under its whole path, for the caller to judge.
 */
export function flatKeys(
  content: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] {
  return Object.entries(content).flatMap(([key, value]) => entriesAt(key, value));
}

function entriesAt(path: string, value: unknown): readonly (readonly [string, unknown])[] {
  const key = PLACES[path];
  if (key) return [[key, key === 'cdpHeader' ? headerLines(value) : value]];
  if (!SECTIONS.has(path) || !isFields(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => entriesAt(`${path}.${name}`, inner));
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const headerLines = (value: unknown) =>
  isFields(value) ? Object.entries(value).map(([name, words]) => `${name}: ${String(words)}`) : value;
