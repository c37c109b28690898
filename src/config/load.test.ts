import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import type { Fault } from '../kernel/fault.ts';
import { isSystemFolder } from './folders.ts';
import { helpText } from './help.ts';
import { loadConfig } from './load.ts';
import { envOf, flagOf, type Option } from './option.ts';
import { type OptionKey, options } from './options.ts';
import { parsePortRule } from './port-rule.ts';

const all = Object.keys(options) as OptionKey[];
const load = (argv: string[], env: Record<string, string> = {}, more = {}) =>
  loadConfig({ argv, env: { HOME: '/nonexistent', ...env }, takes: all, ...more });
const refusal = (argv: string[], env = {}, more = {}): Fault => {
  try {
    load(argv, env, more);
  } catch (thrown) {
    return thrown as Fault;
  }
  throw new Error('nothing was refused');
};

test('flags win over environment, environment over file, file over defaults', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'c.json');
  writeFileSync(file, '{ // a comment\n "rateLimit": 1, "callTimeout": 5, "allowedHosts": ["a", "b"], }');
  const argv = ['--config', file];
  assert.equal(load([]).config.rateLimit, 500);
  assert.equal(load([], {}, { defaults: { rateLimit: 7 } }).config.rateLimit, 7);
  assert.equal(load(argv).config.rateLimit, 1);
  assert.equal(load(argv, { SENSORIUM_RATE_LIMIT: '2' }).config.rateLimit, 2);
  assert.equal(load([...argv, '--rate-limit=3'], { SENSORIUM_RATE_LIMIT: '2' }).config.rateLimit, 3);
  assert.equal(load(argv).config.callTimeout, 5);
  assert.deepEqual(load(argv).config.allowedHosts, ['a', 'b']);
  assert.ok(load(argv).given.has('rateLimit'));
  assert.ok(!load(argv).given.has('port'));
});

test('lists are comma-separated and may be repeated, switches can be negated', () => {
  assert.deepEqual(load(['--tools', 'a,b', '--tools', '!c']).config.tools, ['a', 'b', '!c']);
  assert.equal(load(['--bridge']).config.bridge, true);
  assert.equal(load(['--no-bridge'], { SENSORIUM_BRIDGE: '1' }).config.bridge, false);
  assert.equal(load([], { PLAYWRIGHT_MCP_PORT: '77' }).config.port, 77);
});

test('an unknown flag names the nearest right one', () => {
  const refused = refusal(['--prot', '80']);
  assert.equal(refused.code, 'UNKNOWN_FLAG');
  assert.match(`${refused.message} ${refused.hint}`, /--prot.*--port/);
  assert.equal(refusal(['stray']).code, 'UNKNOWN_FLAG');
  assert.equal(refusal(['--no-port']).code, 'UNKNOWN_FLAG');
});

test('a value out of range, of the wrong kind or missing is named', () => {
  assert.match(refusal(['--port', '70000']).message, /--port: "70000" is too large; at most 65535/);
  assert.match(refusal(['--port', 'abc']).message, /--port: "abc" is not a number/);
  assert.match(refusal(['--port', '1.5']).message, /--port: "1.5" is not a whole number/);
  assert.match(refusal(['--port']).message, /--port: it needs a value/);
  assert.match(refusal(['--port', '--host', 'x']).message, /--port: it needs a value/);
  assert.match(
    refusal(['--log-level', 'inof']).message,
    /not one of debug, info, warning, error \(did you mean info\?\)/,
  );
  assert.doesNotMatch(refusal(['--api-key', 'short']).message, /short"/);
  assert.match(refusal(['--api-key', 'short']).message, /too short; at least 8 characters/);
  assert.match(refusal(['--api-key', 'x'.repeat(5000)]).message, /too long; at most 4096 characters/);
  for (const odd of ['with a blank', ' trimmed-by-http ', 'line\nbreak', 'nul\0nul\0'])
    assert.match(refusal(['--api-key', odd]).message, /a key has no blanks and no control characters/);
  assert.equal(load(['--api-key', 'schlüssel']).config.apiKey, 'schlüssel');
  assert.match(refusal(['--api-keys', 'good1,not good']).message, /no blanks/);
  assert.match(refusal(['--session-idle', '0']).message, /"0" is too small; more than 0/);
  assert.match(refusal(['--host', '']).message, /--host: it must not be empty/);
  assert.match(refusal(['--tools', 'a,,b']).message, /--tools: it must not be empty/);
  for (const range of ['5-3', '0-9', '1-70000', 'a-b'])
    assert.match(refusal(['--instance-ports', range]).message, /it reads FIRST-LAST/);
  assert.equal(load(['--instance-ports', '5-5']).config.instancePorts, '5-5');
  assert.match(refusal(['--grid', 'ftp://x']).message, /--grid: the given value: it takes an http:\/\//);
  assert.match(refusal(['--endpoint', 'ftp://chrome']).message, /it takes a ws:\/\//);
  assert.match(refusal(['--proxy-server', 'no proxy']).message, /it reads http:\/\/host:port/);
  assert.match(refusal(['--host', 'http://x']).message, /it takes a name or an address/);
  assert.match(refusal(['--allowed-hosts', 'a, b/c']).message, /it takes a name or an address/);
  assert.match(refusal(['--allowed-origins', 'tools.example']).message, /an origin reads https:/);
  assert.match(refusal(['--bridge=maybe']).message, /"maybe" is not true or false/);
  for (const flag of ['--launch-options', '--grid-options'])
    assert.match(refusal([flag, 'x']).message, /"x" is not a JSON object/);
  assert.match(refusal([], { SENSORIUM_PORT: 'x' }).message, /--port \(from SENSORIUM_PORT\): "x" is not/);
  assert.match(refusal(['--port', 'y'], { SENSORIUM_PORT: '1' }).message, /--port: "y" is not/);
});

test('a file that is not there is named at the start', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.js'), '');
  const [there, missing] = [join(folder, 'a.js'), join(folder, 'b.js')];
  const named = all.filter((key) => (options[key] as Option).reads);
  assert.ok(named.length >= 4);
  for (const key of named) {
    assert.deepEqual([load([flagOf(key), there]).config[key]].flat(), [there]);
    const refused = refusal([flagOf(key), options[key].kind === 'list' ? `${there},${missing}` : missing]);
    assert.equal(refused.message, `Invalid value for ${flagOf(key)}: there is no ${missing}.`);
  }
});

test('a bad config file is named with the place', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'c.json');
  assert.match(refusal(['--config', file]).message, /c\.json cannot be used: ENOENT/);
  writeFileSync(file, '{\n"port": }');
  assert.match(refusal(['--config', file]).message, /in line 2/);
  writeFileSync(file, '[]');
  assert.match(refusal(['--config', file]).message, /one JSON object/);
  writeFileSync(file, '{"port": "x"}');
  assert.match(refusal(['--config', file]).message, /--port \(from .*c\.json\): "x" is not a number/);
  const ini = join(folder, 'c.ini');
  writeFileSync(ini, '__proto__.polluted = 1');
  assert.match(refusal(['--config', ini]).message, /c\.ini cannot be used: "__proto__" is no key/);
  assert.equal('polluted' in {}, false);
  writeFileSync(file, '{"prot": 1}');
  assert.match(refusal(['--config', file]).message, /unknown key "prot" \(did you mean "port"\?\)/);
});

test('help and version are seen, and help lists every option with its default', () => {
  assert.ok(load(['--help']).help);
  assert.ok(load(['-V']).version);
  const text = helpText({ usage: ['x [options]'], about: 'About.', takes: all, columns: 100 });
  for (const key of all)
    assert.ok(text.includes(`${flagOf(key)} `) || text.includes(`${flagOf(key)}\n`), key);
  assert.match(text, /--rate-limit CALLS +Tool calls a minute[^;]*; 0 means no limit. \(default 500\)/);
  assert.doesNotMatch(text, /\[object/);
  assert.ok(text.split('\n').every((line) => line.length <= 100));
});

test('flag and environment names are derived from the key', () => {
  assert.equal(flagOf('allowedHosts'), '--allowed-hosts');
  assert.equal(envOf('allowedHosts'), 'SENSORIUM_ALLOWED_HOSTS');
});

test('port rules', () => {
  assert.deepEqual(parsePortRule('8080:example.com:80'), {
    localPort: 8080,
    targetHost: 'example.com',
    targetPort: 80,
  });
  assert.deepEqual(parsePortRule('0:[::1]:80'), { localPort: 0, targetHost: '::1', targetPort: 80 });
  for (const bad of ['8080', '8080:host', ':host:80', '70000:host:80', '80:host:0', 'a:b:c', '80:ho st:1']) {
    assert.throws(() => parsePortRule(bad), /LOCAL_PORT:TARGET_HOST:TARGET_PORT/, bad);
  }
});

test('some lists go on with the words that follow, as playwright-mcp takes them', () => {
  const { config } = load(['--grant-permissions', 'a', 'b,c', '--headless']);
  assert.deepEqual(config.grantPermissions, ['a', 'b', 'c']);
  assert.equal(config.headless, true);
  assert.equal(refusal(['--grant-permissions=a', 'b']).code, 'UNKNOWN_FLAG');
  assert.equal(refusal(['--caps', 'pdf', 'vision']).code, 'UNKNOWN_FLAG');
});

test('places and origins that cannot be meant are refused', () => {
  assert.match(refusal(['--output-dir', '/']).message, /--output-dir: "\/": that is a folder of the system/);
  assert.match(
    refusal(['--user-data-dir', '/proc/x']).message,
    /--user-data-dir: "\/proc\/x": that is a folder/,
  );
  assert.match(refusal(['--state-dir', '/proc/x']).message, /--state-dir: "\/proc\/x": that is a folder/);
  assert.equal(load(['--output-dir', 'x']).config.outputDir, 'x');
  for (const origin of [
    'b c',
    'https://',
    'ftp://a',
    'https://a/path',
    'https://u@a',
    '*',
    'a*b',
    'http://[::',
    'a:99999',
    'http://256.1.1.1',
  ])
    assert.match(refusal(['--blocked-origins', `https://a;${origin}`]).message, /an origin reads/, origin);
});

test('folders of the system and below them are known', {
  skip: process.platform === 'win32' ? 'the names are those of other systems' : false,
}, () => {
  for (const path of ['/etc', '/etc/x', '/proc/1', '/usr', '/usr/bin', '/dev', '/home/'])
    assert.ok(isSystemFolder(path), path);
  for (const path of ['/usr/local/share/x', '/home/a', '/dev/shm/x', '/var/tmp/x', '/etcetera', 'x', '/tmp'])
    assert.ok(!isSystemFolder(path), path);
});

test("headers for a Playwright server are lines, as playwright-mcp's environment has them", () => {
  const { config } = load([], { PLAYWRIGHT_MCP_REMOTE_HEADERS: 'A: 1\nB: 2, 3' });
  assert.deepEqual(config.remoteHeader, ['A: 1', 'B: 2, 3']);
  assert.deepEqual(load(['--remote-header', 'C: 4', '--vision']).config.remoteHeader, ['C: 4']);
  assert.match(
    refusal(['--remote-header', 'secret words']).message,
    /the given value: it reads "Name: Value"/,
  );
});
