import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from './load.ts';
import { type OptionKey, options } from './options.ts';
import { sharedSettings, shownSettings } from './shown-settings.ts';

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
  assert.deepEqual(sharedSettings(config, given), { outputDir: resolve('out'), rateLimit: 7 });
  const script = import.meta.filename;
  const scripts = load(['--init-script', script, '--require-key']);
  assert.deepEqual(sharedSettings(scripts.config, scripts.given), { initScript: [script] });
});
