import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { embeddedRecord, seen } from '../../test/kit/record.ts';
import { scratch } from '../../test/kit/scratch.ts';
import { systemClock } from '../kernel/clock.ts';
import { makeLog, silentLog } from '../kernel/log.ts';
import { openStore, type Store } from './store.ts';

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, what);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Reports until the record says that it is full. */
async function fillUp(store: Store): Promise<void> {
  for (let rounds = 0; rounds < 200; rounds++) {
    for (let i = 0; i < 100; i++) store.sink(seen({ data: { text: 'x'.repeat(500) } }));
    await store.flush();
    if ((await store.health()).state === 'stopped') return;
  }
  assert.fail('it was never full');
}

test('items are written by themselves shortly after they came', async (t) => {
  const open = await embeddedRecord(t);
  const [writer, reader] = [open(), open()];
  writer.sink(seen());
  await until(async () => (await reader.count()) === 1, 'the item was not written');
  // Another reader may see the item before its writer hears that it is there.
  await until(async () => (await writer.health()).recorded === 1, 'the writer does not know');
});

test('the sink takes the data as they are now, not as they are changed later', async (t) => {
  const store = (await embeddedRecord(t))();
  const deep = { state: 'before' };
  store.sink(seen({ data: { deep } }));
  deep.state = 'after';
  assert.match(JSON.stringify((await store.page()).items[0]?.data), /before/);
});

test('data that JSON cannot say do not hurt the sink', async (t) => {
  const store = (await embeddedRecord(t))();
  const circle: Record<string, unknown> = { big: 1n };
  circle.self = circle;
  store.sink(seen({ data: { args: [circle] } }));
  const [item] = (await store.page()).items;
  assert.deepEqual(item?.stream === 'console' && item.data.args, [{ big: '1', self: '[circular]' }]);
});

test('a full queue drops what comes next, and counts it', async (t) => {
  const store = (await embeddedRecord(t))({ queueItems: 10 });
  for (let i = 0; i < 25; i++) store.sink(seen());
  await store.flush();
  const { recorded, dropped, queued } = await store.health();
  assert.deepEqual({ recorded, dropped, queued }, { recorded: 10, dropped: 15, queued: 0 });
  store.sink(seen());
  assert.equal(await store.count(), 11);
});

test('a full disk stops recording and nothing else; with room it goes on by itself', async (t) => {
  const open = await embeddedRecord(t);
  const store = open({ fileLimit: 500_000, retryMs: 20 });
  await fillUp(store);
  const stopped = await store.health();
  assert.match(stopped.reason ?? '', /full/);
  assert.ok(stopped.queued > 0);
  const held = await store.count();
  assert.ok(held > 0);
  assert.equal((await store.page()).items.length, 100);
  store.sink(seen({ data: { text: 'while it was full' } }));
  // Somebody else makes room.
  await open().clear();
  await until(async () => (await store.health()).state === 'recording', 'recording did not go on');
  assert.equal(await store.count({ text: 'while it was full' }), 1);
  const { dropped, recorded } = await store.health();
  assert.equal(dropped, 0);
  assert.ok(recorded > held);
});

test('clearing a full record makes it record again at once', async (t) => {
  const store = (await embeddedRecord(t))({ fileLimit: 500_000, retryMs: 60_000 });
  await fillUp(store);
  await store.clear();
  assert.equal((await store.health()).state, 'recording');
});

test('a folder that cannot be written is a fault at once; the sink stays calm and recovers', async (t) => {
  const folder = path.join(await scratch(t), 'state');
  await writeFile(folder, 'a file is in the way');
  const store = openStore({ folder, clock: systemClock(), log: silentLog, retryMs: 20 });
  t.after(() => store.close());
  await assert.rejects(store.open(), { code: 'FOLDER_NOT_WRITABLE' });
  await assert.rejects(store.page(), { code: 'FOLDER_NOT_WRITABLE' });
  store.sink(seen());
  await store.flush();
  const health = await store.health();
  assert.deepEqual([health.state, health.queued], ['stopped', 1]);
  assert.match(health.reason ?? '', /cannot be written/);
  await rm(folder);
  await until(async () => (await store.health()).state === 'recording', 'recording did not begin');
  assert.equal(await store.count(), 1);
});

test('the log hears once that recording stops, and that it goes on', async (t) => {
  const lines: string[] = [];
  const open = await embeddedRecord(t);
  const log = makeLog('info', (line) => lines.push(JSON.parse(line).message));
  const store = open({ fileLimit: 300_000, retryMs: 5, log });
  await fillUp(store);
  await open().clear();
  await until(async () => (await store.health()).state === 'recording', 'recording did not go on');
  assert.deepEqual(lines, ['recording has stopped', 'recording goes on']);
});

test('closing writes what is still queued', async (t) => {
  const open = await embeddedRecord(t);
  const store = open();
  store.sink(seen());
  await store.close();
  store.sink(seen());
  assert.equal(await open().count(), 1);
  assert.equal((await store.health()).dropped, 1);
});
