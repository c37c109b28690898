import type { OptionKey } from './options.ts';

/** Where the settings of a playwright-mcp config file lie, and what we call them. */
const PATHS: Readonly<Record<string, OptionKey>> = {
  'browser.browserName': 'browser',
  'browser.isolated': 'isolated',
  'browser.userDataDir': 'userDataDir',
  'browser.launchOptions': 'launchOptions',
  'browser.contextOptions': 'contextOptions',
  'browser.cdpEndpoint': 'cdpEndpoint',
  'browser.cdpHeaders': 'cdpHeader',
  'browser.cdpTimeout': 'cdpTimeout',
  'browser.remoteEndpoint': 'endpoint',
  'browser.remoteHeaders': 'remoteHeader',
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

/** Where it takes an address as an object as well. */
const PARTS: Readonly<Record<string, OptionKey>> = {
  'browser.remoteEndpoint.endpoint': 'endpoint',
  'browser.remoteEndpoint.headers': 'remoteHeader',
};

const SECTIONS = new Set(Object.keys(PATHS).flatMap((path) => path.split('.').slice(0, -1)));

/**
 * The content of a config file with the nested paths of playwright-mcp brought to our flat keys. What it does
 * not know stays as it is, under its whole path, for the caller to judge.
 */
export function flatKeys(
  content: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] {
  return Object.entries(content).flatMap(([key, value]) => entriesAt(key, value));
}

function entriesAt(path: string, value: unknown): readonly (readonly [string, unknown])[] {
  const isParts = path === 'browser.remoteEndpoint' && isFields(value);
  const key = PARTS[path] ?? PATHS[path];
  if (key && !isParts) return [[key, /Header$/.test(key) ? headerLines(value) : value]];
  if (!(SECTIONS.has(path) || isParts) || !isFields(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => entriesAt(`${path}.${name}`, inner));
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const headerLines = (value: unknown) =>
  isFields(value) ? Object.entries(value).map(([name, words]) => `${name}: ${String(words)}`) : value;

/** Settings that it has under the same name. */
const ALIKE: readonly OptionKey[] = [
  'extension',
  'saveSession',
  'webmcp',
  'sharedBrowserContext',
  'secrets',
  'outputDir',
  'outputMaxSize',
  'testIdAttribute',
  'imageResponses',
  'filePaths',
  'codegen',
  'allowUnrestrictedFileAccess',
];

/** The other way round: our settings as a config file of playwright-mcp would say them. */
export function playwrightSettings(
  config: Readonly<Partial<Record<OptionKey, unknown>>>,
): Record<string, unknown> {
  const launch = nonEmpty({
    executablePath: config.executablePath,
    headless: config.headless,
    chromiumSandbox: config.sandbox,
    proxy: nonEmpty({ server: config.proxyServer, bypass: config.proxyBypass }),
  });
  const context = nonEmpty({
    viewport: sizeOf(config.viewportSize),
    userAgent: config.userAgent,
    storageState: config.storageState,
    ignoreHTTPSErrors: config.ignoreHttpsErrors || undefined,
    serviceWorkers: config.blockServiceWorkers ? 'block' : undefined,
    permissions: config.grantPermissions,
  });
  const whole: Partial<Record<OptionKey, unknown>> = {
    ...config,
    imageResponses: config.imageResponses === 'inline' ? 'allow' : config.imageResponses,
    launchOptions: { ...fieldsOf(config.launchOptions), ...launch },
    contextOptions: { ...fieldsOf(config.contextOptions), ...context },
  };
  const byPath = Object.entries(PATHS).map(([path, key]) => [path.split('.'), whole[key]] as const);
  const alike = ALIKE.map((key) => [[key], whole[key]] as const);
  const nested: Record<string, unknown> = {};
  for (const [path, value] of [...byPath, ...alike]) if (isThere(value)) put(nested, path, value);
  return nested;
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[name] = value;
  else {
    const inner = fieldsOf(into[name]);
    into[name] = inner;
    put(inner, rest, value);
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> => (isFields(value) ? value : {});
const isThere = (value: unknown) =>
  value !== undefined && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);
const nonEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isThere(value)));

function sizeOf(value: unknown): { width: number; height: number } | undefined {
  const [width, height] = typeof value === 'string' ? value.split(/[x,]/).map(Number) : [];
  return width !== undefined && height !== undefined ? { width, height } : undefined;
}
