/** Every setting of what browser tools answer has an effect that can be seen from outside. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type BrowserKit, browserKit } from '../../test/kit/browser-kit.ts';
import { scratch } from '../../test/kit/scratch.ts';

const open = (kit: BrowserKit, path: string) => kit.ok('browser_navigate', { url: kit.pages.url(path) });

test('answers: budget, no snapshots, boxes, console level, paths, sessions, sizes', async (t) => {
  const kit = await browserKit(t, [
    '--snapshot-budget',
    '1000',
    '--snapshot-boxes',
    '--console-level',
    'error',
    '--file-paths',
    'absolute',
    '--image-responses',
    'file',
    '--save-session',
    '--output-max-size',
    '40000',
  ]);
  assert.ok((await open(kit, '/table.html')).text.length < 1200);
  assert.match((await kit.ok('browser_snapshot', { budget: 3000 })).text, /\d+,\d+,\d+,\d+/);
  await open(kit, '/index.html');
  await kit.ok('browser_click', { target: '#log' });
  assert.doesNotMatch((await kit.ok('browser_console_messages')).text, /careful/);
  const shot = await kit.ok('browser_take_screenshot');
  assert.ok(shot.text.includes(`Saved to ${join(kit.folder, 'output')}`), shot.text);
  assert.ok(!shot.content.some(({ type }) => type === 'image'));
  assert.ok(shot.content.some(({ type }) => type === 'resource_link'));
  const output = join(kit.folder, 'output');
  const session = readdirSync(output).find((name) => /^session-\d+$/.test(name));
  assert.match(readFileSync(join(output, session!, 'session.md'), 'utf8'), /### Tool call: browser_click/);
  mkdirSync(output, { recursive: true });
  for (let i = 0; i < 4; i++) await kit.ok('browser_take_screenshot', { fullPage: true });
  const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const sizes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).length);
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 90_000, sizes.join());
});

test('images omitted, or nothing but the image; actions without what they changed', async (t) => {
  const omit = await browserKit(t, ['--image-responses', 'omit', '--snapshot-mode', 'none']);
  assert.equal((await open(omit, '/index.html')).text.includes('button'), false);
  assert.equal((await omit.ok('browser_click', { target: '#count' })).text, 'Clicked.');
  const shot = await omit.ok('browser_take_screenshot');
  assert.deepEqual(
    shot.content.map(({ type }) => type),
    ['text'],
  );
  const only = await browserKit(t, ['--image-responses', 'only']);
  await open(only, '/index.html');
  assert.deepEqual(
    (await only.ok('browser_take_screenshot')).content.map(({ type }) => type),
    ['image'],
  );
  const allow = await browserKit(t, ['--image-responses', 'allow']);
  await open(allow, '/index.html');
  assert.deepEqual(
    (await allow.ok('browser_take_screenshot')).content.map(({ type }) => type),
    ['text', 'image'],
  );
});

test('files anywhere, when that is asked for', async (t) => {
  const folder = await scratch(t);
  writeFileSync(join(folder, 'page.html'), '<title>From a file</title>');
  const kit = await browserKit(t, ['--allow-unrestricted-file-access']);
  assert.match(
    (await kit.ok('browser_navigate', { url: `file://${folder}/page.html` })).text,
    /"From a file"/,
  );
  await kit.ok('browser_snapshot', { filename: join(folder, 'page.txt') });
  assert.ok(existsSync(join(folder, 'page.txt')));
});
