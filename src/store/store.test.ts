import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { type Changes, embeddedRecord, onEveryRecord, seen } from '../../test/kit/record.ts';
import type { Filters } from './filters.ts';

const EVIDENCE: Record<string, Changes> = {
  log: { data: { level: 'log', message: 'Loaded "all"\nof it' }, where: { page: 'p1', context: 'c1' } },
  warning: { data: { level: 'warn', message: 'careful' }, where: { page: 'p2' }, testIds: ['t1', 't2'] },
  failure: {
    stream: 'request',
    data: { url: 'http://localhost/API/users_1', method: 'post', status: 500 },
    where: { page: 'p1', instance: 'i1', session: 's1' },
    testIds: ['t12'],
  },
  success: { stream: 'request', data: { url: 'http://localhost/api/usersX1', method: 'GET', status: 200 } },
  frame: {
    stream: 'websocket',
    data: { direction: 'incoming', preview: 'ÄHM 100%' },
    where: { connection: 'w1' },
  },
  flow: { stream: 'flow', source: 'wire', where: { connection: 'w2' } },
  crash: { stream: 'exception', data: { message: 'boom' } },
};

const FILTERS: [Filters, string[]][] = [
  [{}, ['log', 'warning', 'failure', 'success', 'frame', 'flow', 'crash']],
  [{ streams: ['console', 'flow'] }, ['log', 'warning', 'flow']],
  [{ streams: [] }, []],
  [{ source: 'wire' }, ['flow']],
  [{ level: 'log' }, ['log']],
  [{ minLevel: 'warn' }, ['warning', 'failure', 'crash']],
  [{ url: 'api/users' }, ['failure', 'success']],
  [{ url: 'USERS_1' }, ['failure']],
  [{ url: '%' }, []],
  [{ method: 'Post' }, ['failure']],
  [{ statusMin: 300 }, ['failure']],
  [{ statusMin: 200, statusMax: 299 }, ['success']],
  [{ direction: 'incoming' }, ['frame']],
  [{ connection: 'w2' }, ['flow']],
  [{ page: 'p1' }, ['log', 'failure']],
  [{ page: 'p1', streams: ['request'] }, ['failure']],
  [{ context: 'c1' }, ['log']],
  [{ instance: 'i1' }, ['failure']],
  [{ session: 's1' }, ['failure']],
  [{ testId: 't1' }, ['warning']],
  [{ testId: 't12' }, ['failure']],
  [{ text: 'CAREFUL' }, ['warning']],
  [{ text: 'loaded', page: 'p1' }, ['log']],
  [{ text: 'loaded', page: 'p2' }, []],
  [{ text: 'loaded "all"\nof' }, ['log']],
  [{ text: '100%' }, ['frame']],
  [{ text: 'x%y' }, []],
];

await onEveryRecord((newRecord) => {
  test('what the sink took is there, whole, in order and with its place', async (t) => {
    const store = (await newRecord(t))();
    const evidence = seen({
      where: { page: 'p', session: 's' },
      testIds: ['a'],
      data: { deep: { x: [1, null] } },
    });
    store.sink(evidence);
    store.sink(seen());
    const { items } = await store.page();
    assert.deepEqual(
      items.map((item) => item.seq),
      [2, 1],
    );
    const { seq, cursor, ...rest } = items[1] ?? assert.fail('no item');
    assert.deepEqual(rest, evidence);
    assert.equal(cursor.endsWith(`Z:${seq}`), true);
    assert.deepEqual(await store.get(1), items[1]);
    assert.equal(await store.get(3), undefined);
  });

  test('each filter finds what it says, and counts it', async (t) => {
    const store = (await newRecord(t))();
    const names = Object.keys(EVIDENCE);
    const first = seen(EVIDENCE.log);
    store.sink(first);
    for (const name of names.slice(1)) store.sink(seen(EVIDENCE[name]));
    for (const [filters, expected] of FILTERS) {
      const { items, metadata } = await store.page(filters);
      const found = items.map((item) => names[item.seq - 1]).reverse();
      assert.deepEqual(found, expected, JSON.stringify(filters));
      assert.equal(metadata.total, expected.length, JSON.stringify(filters));
      assert.equal(await store.count(filters), expected.length, JSON.stringify(filters));
    }
    const times = { since: first.time + 1000, until: first.time + 2000 };
    assert.deepEqual(
      (await store.page(times)).items.map((item) => item.seq),
      [3, 2],
    );
  });

  test('what does not fit the contract is told for what it is, beside the others', async (t) => {
    const store = (await newRecord(t))();
    store.sink(seen({ data: { message: 'good' } }));
    store.sink({ ...seen(), data: { level: 'warning', text: 'of another shape' } } as never);
    store.sink(seen({ source: 'wire', stream: 'console' }));
    const { items } = await store.page({ streams: ['console'] });
    assert.deepEqual(
      items.map((item) => (item.stream === 'unreadable' ? [item.of, item.problem] : item.stream)),
      [
        ['console', 'wire has no stream console'],
        ['console', 'url: Invalid input: expected string, received undefined'],
        'console',
      ],
    );
    assert.deepEqual(items[1]?.data, { level: 'warning', text: 'of another shape' });
  });

  test('odd characters go in and come out', async (t) => {
    const store = (await newRecord(t))();
    const half = String.fromCharCode(0xd800);
    const data = { url: `http://x/\0${half}ü`, message: `a\0b${half}`, method: 'G\0T', status: 2 ** 40 };
    store.sink(seen({ data, where: { page: 'p\0' } }));
    const [item] = (await store.page({ url: 'ü', page: 'p\0' })).items;
    assert.deepEqual({ ...item?.data, ...data }, item?.data);
    assert.equal((await store.health()).dropped, 0);
  });

  test('an item that the database refuses does not hold up the others', async (t) => {
    const store = (await newRecord(t))();
    for (let i = 1; i <= 7; i++) store.sink(seen(i === 3 ? { time: Number.NaN } : {}));
    assert.equal((await store.page()).items.length, 6);
    const { state, recorded, dropped, queued } = await store.health();
    assert.deepEqual(
      { state, recorded, dropped, queued },
      { state: 'recording', recorded: 6, dropped: 1, queued: 0 },
    );
  });

  test('what was seen around a moment', async (t) => {
    const store = (await newRecord(t))();
    const all = Array.from({ length: 9 }, (_, i) => seen({ stream: i % 2 ? 'request' : 'console' }));
    for (const evidence of all) store.sink(evidence);
    const moment = all[5]?.time ?? 0;
    const seqs = async (filters?: Filters, limit?: number) =>
      (await store.around(moment, { before: 3000, after: 1000 }, filters, limit)).map((item) => item.seq);
    assert.deepEqual(await seqs(), [7, 6, 5, 4, 3]);
    assert.deepEqual(await seqs({ streams: ['request'] }), [6, 4]);
    assert.deepEqual(await seqs({}, 2), [7, 6]);
    assert.deepEqual(await seqs({ text: 'n' }, 1), [7]);
  });

  test('clear takes what matches and leaves the rest; numbers go on', async (t) => {
    const store = (await newRecord(t))();
    for (let i = 0; i < 5; i++) store.sink(seen({ where: { page: i < 2 ? 'a' : 'b' } }));
    store.sink(seen({ stream: 'request' }));
    assert.deepEqual(await store.clear({ page: 'a' }), { console: 2 });
    assert.deepEqual(await store.clear(), { console: 3, request: 1 });
    assert.equal(await store.count(), 0);
    const { streams } = await store.health();
    assert.deepEqual(
      [streams.console, streams.request].map((held) => [held?.items, held?.bytes]),
      [
        [0, 0],
        [0, 0],
      ],
    );
    store.sink(seen());
    assert.deepEqual(
      (await store.page()).items.map((item) => item.seq),
      [7],
    );
  });

  test('what comes while a record is being cleared stays', async (t) => {
    const store = (await newRecord(t))();
    for (let i = 0; i < 3000; i++) store.sink(seen());
    await store.flush();
    const clearing = store.clear();
    let isOver = false;
    void clearing.then(() => {
      isOver = true;
    });
    // Faster than it can be cleared; without an end to it this would go on for ever.
    let late = 0;
    for (; !isOver && late < 100_000; late += 100) {
      for (let i = 0; i < 100; i++) store.sink(seen({ data: { late: true } }));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { console: cleared = 0 } = await clearing;
    assert.ok(cleared >= 3000);
    assert.equal(await store.count(), 3000 + late - cleared);
  });

  test('closed and opened again, everything is there and the sequence goes on', async (t) => {
    const open = await newRecord(t);
    const first = open();
    for (let i = 0; i < 3; i++) first.sink(seen());
    await first.documents('settings').put('theme', { dark: true });
    await first.close();
    const second = open();
    second.sink(seen());
    assert.deepEqual(
      (await second.page()).items.map((item) => item.seq),
      [4, 3, 2, 1],
    );
    assert.deepEqual(await second.documents('settings').get('theme'), { dark: true });
  });

  test('two stores on one record write one sequence, and each sees what the other wrote', async (t) => {
    const open = await newRecord(t);
    const [one, other] = [open(), open()];
    for (let i = 0; i < 3000; i++) (i % 2 ? one : other).sink(seen({ data: { i } }));
    await Promise.all([one.flush(), other.flush()]);
    assert.equal(await one.count(), 3000);
    const { items } = await other.page({ sinceCursor: ':1' });
    assert.deepEqual(
      items.map((item) => item.seq),
      Array.from({ length: 3000 }, (_, i) => 3000 - i),
    );
    assert.equal(new Set(items.map(({ data }) => ('i' in data ? data.i : undefined))).size, 3000);
  });

  test('documents: put, get, list, replace, delete', async (t) => {
    const store = (await newRecord(t))();
    const documents = store.documents('noise');
    assert.equal(await documents.get('rules'), undefined);
    await documents.put('rules', { list: [1] });
    await documents.put('rules', { list: [1, 'ä'] });
    await documents.put('Other', null);
    await store.documents('elsewhere').put('rules', 'x');
    assert.deepEqual(await documents.get('rules'), { list: [1, 'ä'] });
    const listed = await documents.list();
    assert.deepEqual(
      listed.map(({ key, bytes }) => [key, bytes]),
      [
        ['Other', 4],
        ['rules', Buffer.byteLength('{"list":[1,"ä"]}')],
      ],
    );
    assert.equal(await documents.delete('rules'), true);
    assert.equal(await documents.delete('rules'), false);
    assert.deepEqual(
      (await documents.list()).map((entry) => entry.key),
      ['Other'],
    );
    assert.equal(await store.documents('elsewhere').get('rules'), 'x');
  });

  test('health says what is held', async (t) => {
    const store = (await newRecord(t))();
    store.sink(seen({ data: { x: 'y'.repeat(1000) } }));
    await store.flush();
    const health = await store.health();
    assert.deepEqual(
      { state: health.state, reason: health.reason, queued: health.queued, recorded: health.recorded },
      { state: 'recording', reason: null, queued: 0, recorded: 1 },
    );
    assert.equal(health.streams.console?.items, 1);
    assert.deepEqual(health.streams.console?.limits, { items: 100_000, bytes: 2 ** 30, ageMs: 604_800_000 });
    assert.ok((health.streams.console?.bytes ?? 0) > 1000);
    assert.doesNotMatch(health.place, /secret/);
  });
});

test('nothing is touched before the first use', async (t) => {
  const open = await embeddedRecord(t);
  const store = open();
  const { place, isOpen } = await store.health();
  assert.equal(isOpen, false);
  assert.equal(existsSync(place), false);
  store.sink(seen());
  assert.equal(existsSync(place), false);
  await store.flush();
  assert.equal(existsSync(place), true);
});
