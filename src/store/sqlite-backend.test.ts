import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { embeddedRecord, seen } from '../../test/kit/record.ts';
import { scratch } from '../../test/kit/scratch.ts';
import { systemClock } from '../kernel/clock.ts';
import { silentLog } from '../kernel/log.ts';
import { type Opened, openPlace } from './opened.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { openStore, Store } from './store.ts';

test('the state folder and every file in it are for the owner only', async (t) => {
  const folder = path.join(await scratch(t), 'deep', 'state');
  const store = openStore({ folder, clock: systemClock(), log: silentLog });
  t.after(() => store.close());
  store.sink(seen());
  await store.flush();
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  for (const name of ['record.db', 'record.db-wal', 'record.db-shm']) {
    assert.equal((await stat(path.join(folder, name))).mode & 0o777, 0o600, name);
  }
});

test('a record of a newer version is left alone', async (t) => {
  const open = await embeddedRecord(t);
  const first = open();
  first.sink(seen());
  await first.close();
  const { place } = await first.health();
  const db = new DatabaseSync(place);
  db.exec(`update meta set value = 99 where name = 'format'`);
  db.close();
  await assert.rejects(open().page(), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'STORE_TOO_NEW');
    assert.match(error.message, /format 99; this version knows formats up to 6/);
    return true;
  });
});

test('a file that is no database is set aside and said to be none', async (t) => {
  const folder = await scratch(t);
  await writeFile(path.join(folder, 'record.db'), 'not a database at all, just some text'.repeat(100));
  const store = openStore({ folder, clock: systemClock(), log: silentLog });
  t.after(() => store.close());
  assert.match((await store.page()).metadata.warning ?? '', /file is not a database.*\.damaged\.db/);
});

test('the write-ahead log that a flood leaves shrinks again, unless somebody reads', async (t) => {
  const store = (await embeddedRecord(t))();
  const flood = async () => {
    for (let i = 0; i < 10_000; i++) store.sink(seen({ data: { text: 'x'.repeat(1000) } }));
    await store.flush();
  };
  await flood();
  const { place } = await store.health();
  const length = async () => (await stat(`${place}-wal`)).size;
  assert.ok((await length()) > 8 * 2 ** 20, String(await length()));
  await store.sweep();
  assert.equal(await length(), 0);
  const reader = new DatabaseSync(place);
  t.after(() => reader.close());
  reader.exec('begin; select count(*) from items;');
  await flood();
  const before = performance.now();
  await store.sweep();
  // Whoever comes next would have waited for ten seconds.
  assert.ok(performance.now() - before < 9_000);
  assert.ok((await length()) > 0);
  reader.exec('commit');
  await store.sweep();
  assert.equal(await length(), 0);
  assert.equal((await store.page({ limit: 1 })).metadata.total, 20_000);
});

test('room that deleted items leave goes back to the file system', async (t) => {
  const store = (await embeddedRecord(t))();
  for (let i = 0; i < 3000; i++) store.sink(seen({ data: { text: 'x'.repeat(1000) } }));
  await store.flush();
  await store.clear();
  const { place } = await store.health();
  await store.sweep();
  await store.close();
  assert.ok((await stat(place)).size < 500_000, String((await stat(place)).size));
});

test('a process that is done does not wait for an idle record', async (t) => {
  const open = await embeddedRecord(t);
  const store = open();
  store.sink(seen());
  await store.flush();
  const resources = process.getActiveResourcesInfo().filter((name) => name === 'MessagePort');
  assert.deepEqual(resources, []);
});

test('a thread says what was wrong with a statement, and when it has ended', async (t) => {
  const folder = await scratch(t);
  const thread = new SqliteThread({
    file: path.join(folder, 'x.db'),
    setup: '',
    append: { counter: '', items: '', payloads: '', blobs: '', growth: '', rolls: '' },
  });
  await thread.run('select 1', []);
  await assert.rejects(thread.run('this is no SQL', []), { name: 'SqliteError', errcode: 1 });
  assert.equal(thread.isLost, false);
  await thread.close();
  assert.equal(thread.isLost, true);
  await assert.rejects(thread.run('select 1', []), /has ended/);
});

test('a record whose thread has ended is opened again', async (t) => {
  const opened: Opened[] = [];
  const options = { folder: await scratch(t), clock: systemClock(), log: silentLog, retryMs: 10 };
  const store = new Store(options, async (place) => {
    opened.push(await openPlace(place));
    return opened.at(-1) ?? assert.fail();
  });
  t.after(() => store.close());
  store.sink(seen());
  await store.flush();
  await opened[0]?.backend.close();
  store.sink(seen());
  assert.deepEqual(
    (await store.page()).items.map((item) => item.seq),
    [2, 1],
  );
  assert.equal(opened.length, 2);
});
