/** Two keys of one server: what outlives a session belongs to its key, and the other is told that there is nothing. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { client, KEY, OTHER, served } from '../kit/keyed-clients.ts';
import { lacking } from '../kit/needs.ts';
import { scratch } from '../kit/scratch.ts';
import { echoServer, exchange } from '../kit/tcp.ts';

const skip = lacking('chromium');

test('pictures are the key’s: in lists, by id, as resources, in prompts and where ids are completed', {
  skip,
}, async (t) => {
  const { pages, base } = await served(t, ['--isolated']);
  const [ann, ben, eve] = [await client(base, KEY), await client(base, KEY), await client(base, OTHER)];
  for (const who of [ann, eve]) await who.ok('browser_navigate', { url: pages.url('/') });
  await ann.ok('browser_take_screenshot');
  await ann.ok('observe', { what: 'screenshot' });
  const seen = JSON.parse(await ben.ok('list_screenshots')) as { id: string }[];
  assert.equal(seen.length, 2, 'of all sessions of the key');
  assert.equal(await eve.ok('list_screenshots'), '[]');
  const newest = seen[0]!.id;
  const uri = `screenshots://${newest}`;
  await ben.ok('compare_screenshots', { screenshot_id: newest, other_id: seen[1]!.id });
  for (const [tool, args] of [
    ['ocr_screenshot', {}],
    ['find_text', { text: 'x' }],
    ['annotate_screenshot', { annotations: [{ type: 'step', x: 1, y: 1 }] }],
    ['auto_redact_pii', {}],
    ['compare_screenshots', { other_id: newest }],
    ['analyze_screenshot', { prompt: 'what is it?' }],
  ] as const)
    await eve.fails('NO_SUCH_SCREENSHOT', tool, { screenshot_id: newest, ...args });
  const completion = {
    ref: { type: 'ref/resource', uri: 'screenshots://{id}' },
    argument: { name: 'id', value: '' },
  };
  const prompt = { name: 'describe_ui', arguments: { screenshot_id: newest } };
  const answers = async (who: typeof ann) =>
    JSON.stringify([
      await who.ask('resources/read', { uri }),
      await who.ask('resources/read', { uri: `${uri}/ocr` }),
      await who.ask('resources/read', { uri: 'screenshots://recent' }),
      await who.ask('completion/complete', completion),
      await who.ask('prompts/get', prompt),
    ]);
  assert.match(await answers(ben), /"blob".*"values":\["[\da-f-]{36}"/);
  const told = await answers(eve);
  assert.doesNotMatch(told.replaceAll(uri, '').replaceAll(`${newest}'`, ''), /"blob"|"width"|"image"/);
  assert.match(told, /"values":\[\]/);
});

test('logs have the key’s own connections, and each key ends its own', async (t) => {
  const output = await scratch(t);
  const { base } = await served(t, ['--output-dir', output, '--flush-millis', '10']);
  const [ann, eve] = [await client(base, KEY), await client(base, OTHER)];
  const target = { target_host: '127.0.0.1', target_port: await echoServer(t) };
  const ruled = async (who: typeof ann) =>
    Number(/port (\d+)/.exec(await who.ok('add-port-rule', { local_port: 0, ...target }))?.[1]);
  const [anns, eves] = [await ruled(ann), await ruled(eve)];
  for (const who of [ann, eve]) await who.ok('start-logging', { directory: 'logs' });
  for (let round = 0; round < 3; round++) {
    await exchange(anns, `of ann ${round}`);
    await exchange(eves, `of eve ${round}`);
  }
  // The folder of the other: by a way up, and by its whole path.
  for (const directory of ['../key-1/logs', join(output, 'key-1', 'logs')]) {
    await eve.fails('FILE_NOT_ALLOWED', 'start-logging', { directory });
    await eve.fails('NOT_LOGGING', 'stop-logging', { directory });
  }
  assert.match(await eve.ok('stop-logging'), /^Stopped logging to \S*key-2\S*$/);
  await exchange(anns, 'of ann 3');
  assert.match(await ann.ok('stop-logging'), /^Stopped logging to \S*key-1\S*$/);
  const logged = (key: string) => {
    const folder = join(output, key, 'logs');
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
  };
  for (let round = 0; round < 4; round++) assert.match(logged('key-1'), new RegExp(`of ann ${round}`));
  assert.match(logged('key-2'), /of eve 2/);
  assert.doesNotMatch(logged('key-1'), new RegExp(`of eve|:${eves}\\b|key-2`));
  assert.doesNotMatch(logged('key-2'), new RegExp(`of ann|:${anns}\\b|key-1`));
});

test('files of one key cannot be read or replaced by another, nor what lies where the server runs', {
  skip,
}, async (t) => {
  const output = await scratch(t);
  const { pages, base } = await served(t, ['--isolated', '--output-dir', output]);
  writeFileSync(join(output, 'of-the-server.txt'), 'x');
  const [ann, eve] = [await client(base, KEY), await client(base, OTHER)];
  for (const who of [ann, eve]) await who.ok('browser_navigate', { url: pages.url('/') });
  await ann.ok('browser_storage_state', { filename: 'state.json' });
  const state = join(output, 'key-1', 'state.json');
  assert.ok(readFileSync(state));
  for (const path of [
    state,
    '../key-1/state.json',
    join(output, 'of-the-server.txt'),
    join(process.cwd(), 'package.json'),
  ]) {
    await eve.fails('FILE_NOT_READABLE', 'browser_set_storage_state', { filename: path });
    await eve.fails('FILE_NOT_ALLOWED', 'browser_storage_state', { filename: path, overwrite: true });
  }
  await ann.ok('browser_set_storage_state', { filename: 'state.json' });
});

test('what is kept for a project, and what the server says of everybody, is not another key’s', {
  skip,
}, async (t) => {
  const { pages, base } = await served(t, ['--isolated', '--log-level', 'debug']);
  const [ann, ben, eve] = [await client(base, KEY), await client(base, KEY), await client(base, OTHER)];
  const place = { namespace: 'n', key: 'k' };
  await ann.ok('configure', { action: 'store', store_action: 'save', ...place, data: 'secret-of-ann' });
  const loading = { action: 'store', store_action: 'load', ...place };
  assert.match(await ben.ok('configure', loading), /secret-of-ann/);
  await eve.fails('NO_SUCH_DOCUMENT', 'configure', loading);
  await eve.fails('NO_SUCH_DOCUMENT', 'configure', { ...loading, store_action: 'delete' });
  assert.doesNotMatch(await eve.ok('configure', { action: 'load' }), /n\/k/);

  // How a page loaded for one is no baseline for another.
  const load = { action: 'navigate', url: pages.url('/') };
  for (const who of [ann, eve]) assert.match(await who.ok('interact', load), /no_baseline/);
  assert.doesNotMatch(await ann.ok('interact', load), /no_baseline/);

  assert.match(await eve.ok('observe', { what: 'extension_logs' }), /^0 lines/);
});
