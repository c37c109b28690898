import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryRecord, seen } from '../../test/kit/record.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import type { Store } from './store.ts';

const DAY = 24 * 3600 * 1000;

async function seqs(store: Store): Promise<number[]> {
  return (await store.page({ limit: 10_000 })).items.map((item) => item.seq);
}

function clockAt(micros: number): Clock {
  return { ...systemClock(), micros: () => micros };
}

await onEveryRecord((newRecord) => {
  test('by count, for each stream by itself', async (t) => {
    const store = (await newRecord(t))({ retention: { items: 3, streams: { request: { items: 1 } } } });
    for (let i = 0; i < 10; i++) store.sink(seen({ stream: i % 2 ? 'request' : 'console' }));
    await store.flush();
    await store.sweep();
    assert.deepEqual(await seqs(store), [10, 9, 7, 5]);
  });

  test('by bytes, those of bodies included', async (t) => {
    const store = (await newRecord(t))({ retention: { bytes: 10_000 } });
    for (let i = 0; i < 4; i++) {
      const body = await store.putBody(`${i}`.repeat(4000));
      store.sink(seen({ data: { body } }));
    }
    await store.flush();
    await store.sweep();
    assert.deepEqual(await seqs(store), [4, 3]);
    assert.ok(((await store.health()).streams.console?.bytes ?? Number.NaN) <= 10_000);
  });

  test('by age', async (t) => {
    const now = 1_790_000_000_000_000;
    const store = (await newRecord(t))({ clock: clockAt(now), retention: { ageMs: DAY } });
    for (const days of [3, 2, 0.5, 0]) store.sink(seen({ time: now - days * DAY * 1000 }));
    await store.flush();
    await store.sweep();
    assert.deepEqual(await seqs(store), [4, 3]);
  });

  test('it runs by itself while items come in, and keeps the counts right', async (t) => {
    const store = (await newRecord(t))({ retention: { items: 50 } });
    for (let i = 0; i < 3000; i++) store.sink(seen());
    await store.flush();
    // Eviction goes on behind the caller's back: ask until it is done.
    while ((await store.count({ streams: ['console'] })) > 50) await new Promise(setImmediate);
    assert.deepEqual(
      await seqs(store),
      Array.from({ length: 50 }, (_, i) => 3000 - i),
    );
    assert.equal(await store.count({ source: 'browser' }), 50);
  });

  test('a few too many go a little later, by themselves', async (t) => {
    const store = (await newRecord(t))({ retention: { items: 100 } });
    for (let i = 0; i < 105; i++) store.sink(seen());
    await store.flush();
    while ((await store.count({ streams: ['console'] })) > 100) await new Promise(setImmediate);
    assert.equal((await seqs(store)).at(-1), 6);
  });

  test('the sequence goes on when everything has been evicted', async (t) => {
    const open = await newRecord(t);
    const first = open({ retention: { ageMs: -DAY } });
    for (let i = 0; i < 5; i++) first.sink(seen({ time: systemClock().micros() }));
    await first.sweep();
    assert.deepEqual(await seqs(first), []);
    await first.close();
    const second = open();
    second.sink(seen());
    assert.deepEqual(await seqs(second), [6]);
  });
});
