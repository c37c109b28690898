import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { viewpoint } from '../profiles/viewpoint.ts';
import { parseIni } from './ini-file.ts';
import { loadConfig } from './load.ts';
import { flatKeys, playwrightSettings } from './playwright-file.ts';

const load = (argv: string[], env: Record<string, string> = {}) =>
  loadConfig({
    argv,
    env: { HOME: '/nonexistent', ...env },
    takes: viewpoint.takes,
    flagNames: viewpoint.flagNames,
    conflicts: viewpoint.conflicts,
    variables: viewpoint.variables,
  }).config;

function file(t: TestContext, name: string, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const NESTED = {
  browser: {
    browserName: 'firefox',
    isolated: true,
    launchOptions: { channel: 'chrome', slowMo: 5 },
    contextOptions: { viewport: { width: 1, height: 2 } },
    cdpHeaders: { Authorization: 'Bearer a, b' },
    cdpTimeout: 7,
    remoteHeaders: { 'X-Key': 'k' },
    initScript: [import.meta.filename],
  },
  server: { port: 1234, host: '127.0.0.1', allowedHosts: ['*'] },
  capabilities: ['pdf', 'vision'],
  console: { level: 'error' },
  network: { allowedOrigins: ['http://a'], blockedOrigins: ['http://b'] },
  timeouts: { action: 1, navigation: 2, expect: 3, settle: 4, idle: 5 },
  snapshot: { mode: 'none', boxes: true },
  secrets: { PASS: 'x' },
  outputMaxSize: 99,
  saveSession: true,
  imageResponses: 'omit',
};

test('a config file of playwright-mcp is read as it is', (t) => {
  const config = load(['--config', file(t, 'c.json', JSON.stringify(NESTED))]);
  assert.equal(config.browser, 'firefox');
  assert.equal(config.isolated, true);
  assert.deepEqual(config.initScript, [import.meta.filename]);
  assert.deepEqual(config.launchOptions, NESTED.browser.launchOptions);
  assert.deepEqual(config.contextOptions, NESTED.browser.contextOptions);
  assert.deepEqual(config.cdpHeader, ['Authorization: Bearer a, b']);
  assert.deepEqual(config.remoteHeader, ['X-Key: k']);
  assert.deepEqual([config.port, config.host, config.allowedHosts], [1234, '127.0.0.1', ['*']]);
  assert.deepEqual([config.caps, config.consoleLevel], [['pdf', 'vision'], 'error']);
  assert.deepEqual(
    [config.pageOrigins, config.blockedOrigins, config.allowedOrigins],
    [['http://a'], ['http://b'], []],
  );
  const { timeoutAction, timeoutNavigation, timeoutExpect, timeoutSettle, idleTimeout } = config;
  assert.deepEqual(
    [timeoutAction, timeoutNavigation, timeoutExpect, timeoutSettle, idleTimeout],
    [1, 2, 3, 4, 5],
  );
  assert.deepEqual(
    [config.snapshotMode, config.snapshotBoxes, config.secrets],
    ['none', true, { PASS: 'x' }],
  );
});

test('unknown places in it are named', (t) => {
  assert.throws(
    () => load(['--config', file(t, 'c.json', '{"timeouts": {"acton": 1}}')]),
    /unknown key "timeouts\.acton"/,
  );
  assert.deepEqual(flatKeys({ rateLimit: 1, other: { a: 1 } }), [
    ['rateLimit', 1],
    ['other', { a: 1 }],
  ]);
});

test('the INI form, with dots and with sections', (t) => {
  const ini = [
    '; a comment',
    'browser.launchOptions.headless = true',
    'browser.contextOptions.viewport = 640x480',
    '[timeouts]',
    'action = 12',
    'navigation=13',
    '[network]',
    'allowedOrigins = http://a;http://b',
  ].join('\n');
  assert.deepEqual(parseIni(ini), {
    browser: { launchOptions: { headless: true }, contextOptions: { viewport: { width: 640, height: 480 } } },
    timeouts: { action: 12, navigation: 13 },
    network: { allowedOrigins: ['http://a', 'http://b'] },
  });
  const config = load(['--config', file(t, 'c.ini', ini)]);
  assert.deepEqual([config.timeoutAction, config.pageOrigins], [12, ['http://a', 'http://b']]);
  assert.throws(() => load(['--config', file(t, 'd.ini', 'a = 1\nnonsense')]), /line 2/);
});

test('in viewpoint-mcp --allowed-origins is about pages, --http-origins about HTTP clients', () => {
  const config = load(['--allowed-origins', 'http://a;http://b', '--http-origins', 'https://tools.example']);
  assert.deepEqual(config.pageOrigins, ['http://a', 'http://b']);
  assert.deepEqual(config.allowedOrigins, ['https://tools.example']);
  assert.deepEqual(load([], { PLAYWRIGHT_MCP_ALLOWED_ORIGINS: 'http://c' }).pageOrigins, ['http://c']);
  assert.throws(() => load(['--page-origins', 'x']), /Unknown option --page-origins/);
});

test('every browser setting has its name of playwright-mcp in the environment', () => {
  const env = {
    PLAYWRIGHT_MCP_HEADLESS: '1',
    PLAYWRIGHT_MCP_SANDBOX: 'false',
    PLAYWRIGHT_MCP_CDP_HEADERS: 'A: 1\nB: 2',
    PLAYWRIGHT_MCP_SECRETS_FILE: 'x.env',
    PLAYWRIGHT_MCP_SNAPSHOT_MODE: 'none',
    PLAYWRIGHT_MCP_SAVE_SESSION: 'true',
    PLAYWRIGHT_MCP_GRANT_PERMISSIONS: 'a,b',
  };
  const config = load([], env);
  assert.deepEqual([config.headless, config.sandbox, config.cdpHeader], [true, false, ['A: 1', 'B: 2']]);
  assert.deepEqual(
    [config.secrets, config.snapshotMode, config.saveSession, config.grantPermissions],
    ['x.env', 'none', true, ['a', 'b']],
  );
});

test('settings that contradict each other are refused, switches that are off are not', () => {
  assert.throws(() => load(['--isolated', '--user-data-dir', 'x']), /--isolated and --user-data-dir/);
  assert.throws(() => load(['--device', 'x', '--mobile']), /--device and --mobile/);
  assert.throws(
    () => load(['--device', 'x', '--cdp-endpoint', 'http://localhost:1']),
    /--device and --cdp-endpoint .* Device emulation is not supported with cdpEndpoint\./,
  );
  assert.equal(load(['--no-isolated', '--user-data-dir', 'x']).userDataDir, 'x');
  assert.throws(() => load(['--launch-options', '{']), /--launch-options/);
  assert.deepEqual(load(['--launch-options', '{"slowMo": 1}']).launchOptions, { slowMo: 1 });
});

test('settings go back to where a config file of playwright-mcp has them', () => {
  const config = load([
    '--isolated',
    '--viewport-size',
    '500x400',
    '--caps',
    'pdf',
    '--timeout-settle',
    '7',
    '--no-sandbox',
    '--proxy-server',
    'http://p:1',
    '--launch-options',
    '{"slowMo":5}',
    '--codegen',
    'none',
  ]);
  const { browser, timeouts, capabilities, codegen, imageResponses } = playwrightSettings(config) as Record<
    string,
    never
  >;
  assert.deepEqual(browser, {
    isolated: true,
    launchOptions: { slowMo: 5, chromiumSandbox: false, proxy: { server: 'http://p:1' } },
    contextOptions: { viewport: { width: 500, height: 400 } },
    cdpTimeout: 30_000,
  });
  assert.deepEqual(capabilities, ['pdf']);
  assert.equal(codegen, 'none');
  assert.equal(imageResponses, 'allow');
  assert.deepEqual(timeouts, { action: 5000, navigation: 60_000, expect: 5000, settle: 7 });
});

test('an INI file is known by its first line where its name says nothing', (t) => {
  const read = (content: string) => load(['--config', file(t, 'settings', content)]);
  assert.equal(read('\n; ours\n  timeouts.action = 7\n').timeoutAction, 7);
  assert.equal(read('[timeouts]\naction = 8').timeoutAction, 8);
  assert.equal(read('// words\n{ "timeouts": { "action": 9 } }').timeoutAction, 9);
  assert.throws(() => read('["a"]'), /one JSON object/);
  assert.throws(() => read('{ "a" = 1 }'), /in line 1/);
});

test('scripts that a file names lie beside it, those of a flag in the working folder', (t) => {
  const path = file(
    t,
    'config.json',
    '{ "browser": { "initPage": ["./page.mjs"], "initScript": ["s.js"] } }',
  );
  const folder = dirname(path);
  for (const name of ['page.mjs', 's.js']) writeFileSync(join(folder, name), '');
  const { initPage, initScript } = load(['--config', path]);
  assert.deepEqual([initPage, initScript], [[join(folder, 'page.mjs')], [join(folder, 's.js')]]);
  assert.throws(() => load(['--init-page', 'page.mjs']), /there is no page\.mjs/);
});

test('a remote endpoint is an address, a name, or an object with headers', (t) => {
  const read = (remoteEndpoint: unknown) =>
    load(['--config', file(t, 'config.json', JSON.stringify({ browser: { remoteEndpoint } }))]);
  assert.equal(read('ws://127.0.0.1:1/\n').endpoint, 'ws://127.0.0.1:1/');
  assert.equal(read('my browser').endpoint, 'my browser');
  const { endpoint, remoteHeader } = read({ endpoint: 'ws://a:1', headers: { 'x-a': 'b' } });
  assert.deepEqual([endpoint, remoteHeader], ['ws://a:1', ['x-a: b']]);
  assert.throws(() => read({ endpoint: 'ws://a:1', slowMo: 5 }), /browser\.remoteEndpoint\.slowMo/);
  assert.throws(() => read('ftp://a'), /ws:\/\/ or http:\/\/ address/);
});

test("headers without a value, the language of Playwright's library, and files that a call will miss", () => {
  assert.deepEqual(load(['--cdp-header', 'X-Empty', '--cdp-header', 'A: b:c']).cdpHeader, [
    'X-Empty',
    'A: b:c',
  ]);
  assert.throws(() => load(['--cdp-header', 'two words']), /Name: Value/);
  assert.equal(load([], { PW_LANG_NAME: 'python' }).codegen, 'python');
  assert.equal(load([], { PW_LANG_NAME: 'node' }).codegen, 'typescript');
  assert.equal(load(['--codegen', 'java'], { PW_LANG_NAME: 'python' }).codegen, 'java');
  assert.equal(load(['--executable-path', '/nowhere/x']).executablePath, '/nowhere/x');
  assert.equal(load(['--storage-state', '/nowhere/x']).storageState, '/nowhere/x');
});
