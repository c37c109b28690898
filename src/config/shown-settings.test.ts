import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from './load.ts';
import { type OptionKey, options } from './options.ts';
import { settingRows, sharedSettings, shownSettings } from './shown-settings.ts';

const takes = Object.keys(options) as OptionKey[];
const load = (argv: readonly string[]) => loadConfig({ argv, env: { HOME: '/nonexistent' }, takes });

test('of a secret setting is told only that it is set', () => {
  const flags = ['--api-key', 'hidden-word', '--api-keys', 'hidden-word,hidden-word-2'];
  const { config } = load([...flags, '--grid', 'http://me:hidden-word@localhost:4444', '--rate-limit', '7']);
  const shown = shownSettings(config);
  assert.doesNotMatch(JSON.stringify(shown), /hidden-word/);
  assert.deepEqual(
    [shown.apiKey, shown.apiKeys, shown.grid, shown.rateLimit],
    ['(set)', '(set)', '(set)', 7],
  );
  assert.ok(!('secrets' in shown) && !('cdpHeader' in shown), 'what is not set is not told');
});

test('a command tells the app what matters there, and files by their whole path', () => {
  const { config, given } = load([
    '--log-level',
    'debug',
    '--port',
    '1',
    '--output-dir',
    'out',
    '--rate-limit',
    '7',
  ]);
  assert.deepEqual(sharedSettings(config, given.keys()), { outputDir: resolve('out'), rateLimit: 7 });
  const script = import.meta.filename;
  const scripts = load(['--init-script', script, '--require-key']);
  assert.deepEqual(sharedSettings(scripts.config, scripts.given.keys()), { initScript: [script] });
});

test('a setting is told with its value, what it does and where it comes from', () => {
  const env = { HOME: '/nonexistent', SENSORIUM_RECORD_DAYS: '3' };
  const { config, given } = loadConfig({ argv: ['--api-key', 'hidden-word'], env, takes });
  const rows = settingRows(config, given, takes);
  const of = (wanted: string) => {
    const { value, source } = rows.find(({ flag }) => flag === wanted)!;
    return [value, source];
  };
  assert.deepEqual(of('--record-days'), ['3', 'SENSORIUM_RECORD_DAYS']);
  assert.deepEqual(of('--api-key'), ['(set)', 'command line']);
  assert.deepEqual(of('--audit'), ['off', undefined]);
  assert.deepEqual(of('--store'), ['', undefined]);
  assert.ok(rows.length === takes.length && rows.every(({ help, group }) => help !== '' && group !== ''));
});

test('addresses of browsers, which hold the tokens of those who lend them, are not told', () => {
  const argv = ['--cdp-endpoint', 'wss://lent.example/?token=one-two-three'];
  const { config } = loadConfig({ argv, env: {}, takes: ['cdpEndpoint', 'endpoint'] });
  assert.equal(shownSettings(config).cdpEndpoint, '(set)');
  const other = ['--endpoint', 'wss://lent.example/?token=one-two-three'];
  const second = loadConfig({ argv: other, env: {}, takes: ['cdpEndpoint', 'endpoint'] });
  assert.equal(shownSettings(second.config).endpoint, '(set)');
});
