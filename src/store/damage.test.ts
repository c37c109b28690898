import assert from 'node:assert/strict';
import { copyFile, open, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { seen } from '../../test/kit/record.ts';
import { type Cleanup, scratch } from '../../test/kit/scratch.ts';
import { systemClock } from '../kernel/clock.ts';
import { silentLog } from '../kernel/log.ts';
import { recoverRecords } from './recover.ts';
import { openStore, type StoreOptions } from './store.ts';

const PAGE = 8192;

/** A folder with a record of so many items, some of them long, and a document. */
async function written(t: Cleanup, count: number): Promise<string> {
  const folder = await scratch(t);
  const store = opened(t, folder);
  const { blob } = await store.putBody('a body');
  for (let i = 0; i < count; i++) {
    const text = `${i} ${'x'.repeat(i % 10 === 0 ? 20_000 : 200)}`;
    store.sink(seen({ stream: 'console', data: { text } }));
  }
  store.sink(seen({ stream: 'shot', data: { width: 1, image: { blob, length: 6, stored: 6 } } }));
  await store.documents('rules').put('one', { kept: true });
  await store.close();
  return folder;
}

function opened(t: Cleanup, folder: string, options: Partial<StoreOptions> = {}) {
  const store = openStore({ folder, clock: systemClock(), log: silentLog, retryMs: 10, ...options });
  t.after(() => store.close());
  return store;
}

async function overwrite(file: string, from: number, bytes: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(bytes, 0xa5), 0, bytes, from);
  await handle.close();
}

const damagedIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.damaged.db'));

test('a record with damaged pages is set aside at the start, with a word, and recovered but for those', async (t) => {
  const folder = await written(t, 500);
  const file = path.join(folder, 'record.db');
  // Leaves somewhere in the middle: a few items each.
  const pages = Math.floor((await stat(file)).size / PAGE);
  for (const part of [0.3, 0.5, 0.7]) await overwrite(file, Math.floor(pages * part) * PAGE, PAGE);
  const words: string[] = [];
  const log = { ...silentLog, error: (text: string) => void words.push(text) };
  const store = opened(t, folder, { log });
  const before = await store.page();
  assert.deepEqual([before.items.length, before.metadata.total], [0, 0]);
  assert.match(before.metadata.warning ?? '', /The record was damaged .* "sensorium record recover"/);
  assert.match(words.join(), /The record was damaged/);
  assert.match((await store.health()).damaged ?? '', /\.damaged\.db/);
  assert.equal((await damagedIn(folder)).length, 1);

  store.sink(seen({ stream: 'console', data: { text: 'new' } }));
  await store.sweep();
  const [{ items, documents } = assert.fail()] = await recoverRecords(folder);
  assert.ok(items > 400 && items < 501, `${items} items`);
  assert.equal(documents, 1);
  const { metadata } = await store.page();
  assert.equal(metadata.total, items + 1);
  assert.deepEqual(await recoverRecords(folder), [], 'once');
  await store.close();
  const again = opened(t, folder);
  const { items: all } = await again.page({ limit: 1000 });
  assert.equal(all.length, items + 1);
  assert.ok(all.every((item) => item.stream === 'console' || item.stream === 'shot'));
  assert.equal((await again.health()).damaged, undefined, 'what was recovered is whole');
});

test('a destroyed header loses nothing', async (t) => {
  const folder = await written(t, 300);
  await overwrite(path.join(folder, 'record.db'), 0, PAGE);
  const store = opened(t, folder);
  assert.equal(await store.count(), 0);
  const [{ items } = assert.fail()] = await recoverRecords(folder);
  assert.equal(items, 301);
  const [shot] = (await store.page({ streams: ['shot'] })).items;
  assert.ok(shot?.stream === 'shot');
  assert.ok(await store.getBody(shot.data.image ?? assert.fail()), 'its body too');
  assert.deepEqual(await store.documents('rules').get('one'), { kept: true });
});

test('what was only in the log of writes is recovered, what was deleted is not', async (t) => {
  const source = await scratch(t);
  const first = opened(t, source);
  for (let i = 0; i < 200; i++) first.sink(seen({ stream: 'console', data: { text: `gone ${i}` } }));
  await first.flush();
  await first.clear();
  for (let i = 0; i < 50; i++) first.sink(seen({ stream: 'console', data: { text: `kept ${i}` } }));
  await first.flush();
  const folder = await scratch(t);
  for (const end of ['', '-wal'])
    await copyFile(path.join(source, `record.db${end}`), path.join(folder, `record-1.damaged.db${end}`));
  const [{ items } = assert.fail()] = await recoverRecords(folder);
  assert.equal(items, 50);
});

test('damage that shows up in use fails one call with a word, and recording goes on', async (t) => {
  const folder = await written(t, 300);
  const store = opened(t, folder);
  const old = (await store.page({ limit: 1 })).metadata.cursor ?? '';
  const db = new DatabaseSync(path.join(folder, 'record.db'));
  db.exec('delete from payloads where id in (select max(id) from items)');
  db.close();
  await assert.rejects(store.page(), { code: 'STORE_DAMAGED', message: /an item has lost its data/ });
  store.sink(seen({ stream: 'console', data: { text: 'new' } }));
  const { items } = await store.page();
  assert.equal(items.length, 1);
  // An old cursor leads to all that is new, not into the midst of it.
  assert.deepEqual((await store.page({ beforeCursor: old })).items, items);
});

test('a count without its items is never told', async (t) => {
  const folder = await written(t, 20);
  const store = opened(t, folder);
  await store.open();
  const db = new DatabaseSync(path.join(folder, 'record.db'));
  db.exec('delete from items; delete from payloads');
  db.close();
  await assert.rejects(store.page(), { code: 'STORE_DAMAGED', message: /counts items that are not there/ });
  assert.equal((await store.page()).metadata.total, 0);
});

test('two that find the same damage set it aside once', async (t) => {
  const folder = await written(t, 100);
  await overwrite(path.join(folder, 'record.db'), 0, 100);
  const stores = [opened(t, folder), opened(t, folder), opened(t, folder)];
  await Promise.all(stores.map((store) => store.open()));
  for (const store of stores) store.sink(seen({ stream: 'console', data: { text: 'new' } }));
  await Promise.all(stores.map((store) => store.flush()));
  for (const store of stores) assert.equal(await store.count(), 3);
  assert.equal((await damagedIn(folder)).length, 1);
});

test('a large record is looked through behind the first calls', async (t) => {
  const folder = await written(t, 12_000);
  const file = path.join(folder, 'record.db');
  assert.ok((await stat(file)).size > 16 * 2 ** 20);
  const db = new DatabaseSync(file);
  const { id } = db.prepare('select min(id) as id from items').get() as { id: number };
  db.exec(`delete from payloads where id = ${id}`);
  db.close();
  const store = opened(t, folder);
  await store.open();
  while ((await store.health()).damaged === undefined) await store.count().catch(() => {});
  assert.equal((await damagedIn(folder)).length, 1);
  await writeFile(path.join(folder, 'record-7.damaged.db'), 'nothing to be had');
  assert.deepEqual(
    (await recoverRecords(folder)).map(({ items }) => items).sort((a, b) => a - b),
    [0, 12_000],
  );
});
