import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryRecord, seen } from '../../test/kit/record.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import type { Stream } from '../contract/streams.ts';
import { isoMicros } from '../kernel/clock.ts';
import type { Page } from './page.ts';
import type { Store } from './store.ts';

const seqs = (page: Page) => page.items.map((item) => item.seq);

/** Ten items: odd ones on the console, even ones are requests. */
function fill(store: Store, count = 10): void {
  for (let i = 1; i <= count; i++) {
    const stream: Stream = i % 2 ? 'console' : 'request';
    store.sink(seen({ stream, data: { third: i % 3 === 0 ? 'yes' : 'no', url: `http://x/${i % 3}` } }));
  }
}

/** Keeps the newest items of each stream only. */
const short = (items: number) => ({ retention: { items } });

await onEveryRecord((newRecord) => {
  test('the newest page comes first and says both its ends', async (t) => {
    const store = (await newRecord(t))();
    fill(store);
    const page = await store.page({ limit: 3 });
    assert.deepEqual(seqs(page), [10, 9, 8]);
    const [newest, , oldest] = page.items;
    assert.deepEqual(page.metadata, {
      cursor: oldest?.cursor,
      after_cursor: oldest?.cursor,
      before_cursor: newest?.cursor,
      has_more: true,
      total: 10,
      oldest_timestamp: isoMicros(oldest?.time ?? 0),
      newest_timestamp: isoMicros(newest?.time ?? 0),
    });
  });

  test('paging back by the returned cursor meets every item once', async (t) => {
    const store = (await newRecord(t))();
    fill(store);
    const found: number[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 10; pages++) {
      const page = await store.page({ limit: 3, afterCursor: cursor });
      found.push(...seqs(page));
      if (!page.metadata.has_more) break;
      cursor = page.metadata.cursor ?? undefined;
    }
    assert.deepEqual(found, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('paging forward by before_cursor meets every item once, newest first on each page', async (t) => {
    const store = (await newRecord(t))();
    fill(store);
    const first = await store.page({ limit: 3, beforeCursor: ':4' });
    assert.deepEqual(seqs(first), [7, 6, 5]);
    assert.equal(first.metadata.has_more, true);
    const second = await store.page({ limit: 3, beforeCursor: first.metadata.before_cursor ?? '' });
    assert.deepEqual(seqs(second), [10, 9, 8]);
    assert.equal(second.metadata.has_more, false);
    const third = await store.page({ limit: 3, beforeCursor: second.metadata.cursor ?? '' });
    assert.deepEqual([seqs(third), third.metadata.cursor], [[], second.metadata.cursor]);
    store.sink(seen());
    assert.deepEqual(seqs(await store.page({ beforeCursor: third.metadata.before_cursor ?? '' })), [11]);
  });

  test('since_cursor gives the item itself and all newer ones, whatever the limit', async (t) => {
    const store = (await newRecord(t))();
    fill(store, 250);
    const page = await store.page({ limit: 3, sinceCursor: ':51' });
    assert.equal(page.items.length, 200);
    assert.deepEqual([seqs(page).at(0), seqs(page).at(-1)], [250, 51]);
    assert.equal(page.metadata.has_more, false);
  });

  test('since_cursor stops at ten thousand items, says so, and goes on from there', async (t) => {
    const store = (await newRecord(t))();
    fill(store, 10_001);
    const page = await store.page({ sinceCursor: ':1' });
    assert.deepEqual([page.items.length, seqs(page).at(-1), page.metadata.has_more], [10_000, 1, true]);
    assert.match(page.metadata.warning ?? '', /More than 10000 items/);
    const rest = await store.page({ beforeCursor: page.metadata.before_cursor ?? '' });
    assert.deepEqual(seqs(rest), [10_001]);
  });

  test('after counts before before, and before counts before since', async (t) => {
    const store = (await newRecord(t))();
    fill(store);
    const all = { afterCursor: ':3', beforeCursor: ':7', sinceCursor: ':9' };
    assert.deepEqual(seqs(await store.page(all)), [2, 1]);
    assert.deepEqual(seqs(await store.page({ ...all, afterCursor: undefined })), [10, 9, 8]);
  });

  test('cursors and filters together: nothing is missed, nothing comes twice', async (t) => {
    const store = (await newRecord(t))();
    fill(store);
    const filters = { streams: ['request', 'console'] as const, url: '/0', limit: 2 };
    const first = await store.page(filters);
    assert.deepEqual([seqs(first), first.metadata.has_more, first.metadata.total], [[9, 6], true, 3]);
    const second = await store.page({ ...filters, afterCursor: first.metadata.after_cursor ?? '' });
    assert.deepEqual([seqs(second), second.metadata.has_more, second.metadata.total], [[3], false, 3]);
    // A cursor of an item that the filter refuses is as good as any.
    assert.deepEqual(seqs(await store.page({ ...filters, beforeCursor: ':4' })), [9, 6]);
  });

  test('an evicted cursor has expired, also under a filter that leaves older items out', async (t) => {
    const store = (await newRecord(t))(short(3));
    fill(store);
    await store.flush();
    await store.sweep();
    // Left: console 5, 7, 9 and request 6, 8, 10.
    assert.deepEqual(seqs(await store.page()), [10, 9, 8, 7, 6, 5]);
    const streams = ['console'] as const;
    for (const place of [{ afterCursor: ':3' }, { beforeCursor: ':3' }, { sinceCursor: ':3' }]) {
      await assert.rejects(store.page({ streams, ...place }), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'CURSOR_EXPIRED');
        assert.match(error.message, /oldest left is .*:5\.$/);
        return true;
      });
    }
    assert.deepEqual(seqs(await store.page({ streams, afterCursor: ':7' })), [5]);
    assert.deepEqual(seqs(await store.page({ streams, afterCursor: ':5' })), []);
    // No item of the filter's is left before 7: that is an empty page, not a lost cursor.
    assert.deepEqual(seqs(await store.page({ streams, url: '/0', afterCursor: ':7' })), []);
    assert.deepEqual(seqs(await store.page({ streams, url: '/0', beforeCursor: ':5' })), [9]);
  });

  test('over several streams: newer pages need all of them whole, older ones end with the last', async (t) => {
    const store = (await newRecord(t))({ retention: { streams: { console: { items: 2 } } } });
    fill(store);
    await store.flush();
    await store.sweep();
    await assert.rejects(store.page({ beforeCursor: ':4' }), { code: 'CURSOR_EXPIRED' });
    assert.deepEqual(seqs(await store.page({ afterCursor: ':4' })), [2]);
    assert.deepEqual(seqs(await store.page({ streams: ['request'], beforeCursor: ':4' })), [10, 8, 6]);
  });

  test('restart_on_eviction goes on from the oldest item left and says what was lost', async (t) => {
    const store = (await newRecord(t))(short(2));
    fill(store);
    await store.flush();
    await store.sweep();
    const query = { streams: ['console'] as const, restartOnEviction: true, limit: 1 };
    const page = await store.page({ ...query, beforeCursor: ':3' });
    assert.deepEqual(seqs(page), [7]);
    const { cursor_restarted, original_cursor, warning, has_more } = page.metadata;
    assert.deepEqual([cursor_restarted, original_cursor, has_more], [true, ':3', true]);
    assert.match(warning ?? '', /^Lost entries: 3 to 5; started again from .*:7\.$/);
    assert.deepEqual(seqs(await store.page({ ...query, sinceCursor: ':3' })), [9, 7]);
    assert.equal((await store.page({ ...query, sinceCursor: ':7' })).metadata.cursor_restarted, undefined);
  });

  verifies(
    ['gasoline: fault 26.7 cursors and restarts'],
    'a cursor stays good across eviction of older items, clearing and a restart',
    async (t) => {
      const open = await newRecord(t);
      const first = open(short(4));
      fill(first);
      const { after_cursor } = (await first.page({ limit: 2 })).metadata;
      await first.sweep();
      await first.clear({ streams: ['request'] });
      await first.close();
      const second = open(short(4));
      assert.deepEqual(seqs(await second.page({ afterCursor: after_cursor ?? '' })), [7, 5, 3]);
      second.sink(seen());
      assert.deepEqual(seqs(await second.page({ beforeCursor: after_cursor ?? '' })), [11]);
    },
  );

  test('a cursor of another record, or none at all, is told apart', async (t) => {
    const store = (await newRecord(t))();
    fill(store);
    await assert.rejects(store.page({ beforeCursor: ':11' }), { code: 'CURSOR_EXPIRED' });
    const restarted = await store.page({ beforeCursor: ':11', restartOnEviction: true });
    assert.match(restarted.metadata.warning ?? '', /does not belong to this record/);
    await assert.rejects(store.page({ afterCursor: 'page 2' }), { code: 'INVALID_CURSOR' });
  });

  test('keep passes items over, counts them and still fills the page', async (t) => {
    const store = (await newRecord(t))();
    fill(store, 60);
    const query = { limit: 4, keep: (item: { seq: number }) => item.seq % 10 === 0 };
    const first = await store.page(query);
    assert.deepEqual(seqs(first), [60, 50, 40, 30]);
    assert.equal(first.metadata.has_more, true);
    const second = await store.page({ ...query, afterCursor: first.metadata.cursor ?? '' });
    assert.deepEqual([seqs(second), second.metadata.has_more], [[20, 10], false]);
    assert.equal(second.metadata.filtered_count, 27);
  });

  test('an empty record gives an empty page', async (t) => {
    const store = (await newRecord(t))();
    const { items, metadata } = await store.page({ level: 'error' });
    assert.deepEqual([items, metadata.cursor, metadata.has_more, metadata.total], [[], null, false, 0]);
  });

  test('a filtered total stops counting at twenty thousand and says so', async (t) => {
    const store = (await newRecord(t))();
    fill(store, 20_010);
    const exact = (await store.page({ limit: 1 })).metadata;
    assert.deepEqual([exact.total, exact.total_is_minimum], [20_010, undefined]);
    const filtered = (await store.page({ limit: 1, url: 'http' })).metadata;
    assert.deepEqual([filtered.total, filtered.total_is_minimum], [20_000, true]);
    assert.equal(await store.count({ url: 'http' }), 20_010);
  });
});
