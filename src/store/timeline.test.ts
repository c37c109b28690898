import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryRecord, seen } from '../../test/kit/record.ts';
import type { Stream } from '../contract/streams.ts';
import { ROLL_SECONDS } from './rolls.ts';
import type { Store } from './store.ts';
import type { Histogram, Spot, WindowQuery } from './timeline.ts';

const PART = ROLL_SECONDS[0] * 1e6;
/** Lately, and at the beginning of a part. */
const BEGIN = Math.floor((Date.now() * 1000 - 3600e6) / PART) * PART;
const whole = (more: Partial<WindowQuery> = {}): WindowQuery => ({
  filters: {},
  from: BEGIN,
  to: BEGIN + 600e6 - 1,
  ...more,
});
const sum = (histogram: Histogram, of: 'items' | 'troubles' = 'items') =>
  Object.values(histogram.streams)
    .flatMap((one) => one[of])
    .reduce((all, count) => all + count, 0);
const histogram = (store: Store, query: WindowQuery, parts = 60) =>
  store.timeline((timeline) => timeline.histogram(query, parts));

/** 600 items, one a second: every tenth an error, every third a request, in two sessions. */
function fill(store: Store): void {
  for (let second = 0; second < 600; second++) {
    const where = { session: second % 2 === 0 ? 'even' : "o'd\\d" };
    const time = BEGIN + second * 1e6;
    if (second % 10 === 0) store.sink(seen({ time, where, stream: 'exception' }));
    else if (second % 3 === 0) store.sink(seen({ time, where, stream: 'request', data: { status: 200 } }));
    else store.sink(seen({ time, where, data: { message: `line ${second}` } }));
  }
}

await onEveryRecord((newRecord) => {
  test('counts stand ready, by stream and session, and tell of trouble', async (t) => {
    const store = (await newRecord(t))();
    fill(store);
    const all = await histogram(store, whole());
    assert.equal(all.width, PART);
    assert.equal(all.parts, 60);
    assert.deepEqual([sum(all), sum(all, 'troubles')], [600, 60]);
    assert.deepEqual(all.streams.exception?.items, Array(60).fill(1));
    const odd = await histogram(store, whole({ filters: { sessions: ["o'd\\d"] } }));
    assert.deepEqual([sum(odd), sum(odd, 'troubles')], [300, 0]);
    const bad = await histogram(store, whole({ filters: { isTrouble: true } }));
    assert.deepEqual([sum(bad), Object.keys(bad.streams)], [60, ['exception']]);
    const requests = await histogram(store, whole({ filters: { streams: ['request'] } }));
    assert.equal(sum(requests), 180);
  });

  test('a longer window is drawn from longer parts, and comes to the same', async (t) => {
    const store = (await newRecord(t))();
    fill(store);
    const hours = { from: BEGIN - 3600e6, to: BEGIN + 2 * 3600e6 };
    for (const [parts, width] of [
      [1080, 10e6],
      [90, 120e6],
      [9, 1200e6],
    ] as const) {
      const drawn = await histogram(store, whole(hours), parts);
      assert.equal(drawn.width, width);
      assert.deepEqual([sum(drawn), sum(drawn, 'troubles')], [600, 60]);
      const before = Math.floor((BEGIN - drawn.from) / width);
      const parted = drawn.streams.exception?.items ?? [];
      assert.equal(
        parted.slice(0, before).every((count) => count === 0),
        true,
      );
      assert.equal(
        parted.reduce((all, count) => all + count, 0),
        60,
      );
    }
  });

  test('what the counts cannot say is counted item by item, and comes to the same', async (t) => {
    const store = (await newRecord(t))();
    fill(store);
    const fine = await histogram(store, whole(), 600);
    assert.equal(fine.width, 1e6);
    assert.deepEqual([sum(fine), sum(fine, 'troubles')], [600, 60]);
    assert.equal(fine.streams.exception?.items[10], 1);
    const words = await histogram(store, whole({ filters: { text: 'LINE 1' } }));
    const kept = await histogram(
      store,
      whole({ keep: (item) => item.stream === 'console' && item.data.message.startsWith('line 1') }),
    );
    const lines = Array.from({ length: 600 }, (_, second) => second).filter(
      (second) => second % 10 !== 0 && second % 3 !== 0 && `${second}`.startsWith('1'),
    );
    assert.deepEqual([sum(words), sum(kept)], [lines.length, lines.length]);
  });

  test('items come newest first, a page after the other, none twice and none left out', async (t) => {
    const store = (await newRecord(t))();
    fill(store);
    // Many at one moment: the number then tells what is behind what.
    for (let more = 0; more < 20; more++) store.sink(seen({ time: BEGIN + 5e6 }));
    const read = async (query: WindowQuery) => {
      const times: number[] = [];
      const ids = new Set<number>();
      let behind: Spot | undefined;
      do {
        const page = await store.timeline((timeline) => timeline.items(query, 7, behind));
        for (const item of page.items) {
          times.push(item.time);
          assert.ok(!ids.has(item.seq), `twice: ${item.seq}`);
          ids.add(item.seq);
        }
        behind = page.next;
      } while (behind);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      );
      return times.length;
    };
    assert.equal(await read(whole()), 620);
    assert.equal(await read(whole({ from: BEGIN + 100e6, to: BEGIN + 199e6 })), 100);
    assert.equal(await read(whole({ filters: { streams: ['request'], sessions: ['even'] } })), 80);
    assert.equal(await read(whole({ filters: { isTrouble: true } })), 60);
    assert.equal(await read(whole({ filters: { statusMin: 400 } })), 0);
    assert.equal(await read(whole({ keep: (item) => item.stream === 'exception' })), 60);
  });

  test('a few among very many are found wherever they lie, in order and counted', async (t) => {
    const store = (await newRecord(t))();
    const rare = new Map(
      ['console', 'request', 'action'].map((stream, at) => [7 + at * 5, stream as Stream]),
    );
    for (let i = 0; i < 26_000; i++) {
      const stream = rare.get(i);
      const time = BEGIN + i * 20_000;
      if (stream) store.sink(seen({ time, stream, where: { page: 'p9' }, data: { url: 'http://h/needle' } }));
      else store.sink(seen({ time, where: { page: 'p1' } }));
    }
    for (const filters of [{ page: 'p9' }, { url: 'NEEDLE' }, { text: 'needle' }]) {
      const read = async (limit: number, from = BEGIN) => {
        const found: string[] = [];
        for (let behind: Spot | undefined, isOver = false; !isOver; isOver = behind === undefined) {
          const query = whole({ filters, from });
          const page = await store.timeline((timeline) => timeline.items(query, limit, behind));
          found.push(...page.items.map(({ stream }) => stream));
          behind = page.next;
        }
        return found;
      };
      assert.deepEqual(await read(50), ['action', 'request', 'console']);
      assert.deepEqual(await read(2), ['action', 'request', 'console']);
      assert.deepEqual(await read(50, BEGIN + 10 * 20_000), ['action', 'request']);
      assert.equal(sum(await histogram(store, whole({ filters }))), 3);
    }
  });

  test('whoever asks for what is rare is told at once how far was looked', async (t) => {
    const store = (await newRecord(t))();
    const at = (i: number) => BEGIN + i * 20_000;
    for (let i = 0; i < 30_000; i++) {
      const isRare = i === 5 || i === 29_990;
      store.sink(seen({ time: at(i), where: { page: isRare ? 'p9' : 'p1' } }));
    }
    const query = whole({ filters: { page: 'p9' } });
    const first = await store.timeline((timeline) => timeline.items(query, 50));
    assert.deepEqual([first.items.map(({ time }) => time), typeof first.next], [[at(29_990)], 'object']);
    assert.ok(first.next && first.next.time > at(0) && first.next.time < at(29_990));
    const rest = await store.timeline((timeline) => timeline.items(query, 50, first.next));
    assert.deepEqual([rest.items.map(({ time }) => time), rest.next], [[at(5)], undefined]);
  });

  test('what is cleared or evicted is no longer counted', async (t) => {
    const open = await newRecord(t);
    const store = open({ retention: { streams: { request: { items: 50 } } } });
    fill(store);
    await store.clear({ streams: ['exception'] });
    await store.sweep();
    const left = await histogram(store, whole());
    assert.deepEqual(Object.keys(left.streams).sort(), ['console', 'request']);
    assert.deepEqual([sum(left, 'troubles'), sum(left)], [0, 360 + 50]);
    const wide = await histogram(store, whole({ from: BEGIN - 86_400e6 }), 24);
    assert.deepEqual([sum(wide), sum(wide, 'troubles')], [360 + 50, 0]);
    const extent = await store.timeline((timeline) => timeline.extent(['even', "o'd\\d"]));
    assert.deepEqual(extent, { from: BEGIN, to: BEGIN + 600e6 - 1, items: 410 });
    assert.equal(await store.timeline((timeline) => timeline.extent(['nobody'])), undefined);
  });
});
