import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../test/kit/record.ts';
import { STREAMS, type Stream } from '../contract/streams.ts';
import { ITEM_COLUMNS, itemId } from './item-row.ts';
import { PackedBatch, rowsOf } from './packed-batch.ts';

const streams: ReadonlyMap<Stream, number> = new Map(STREAMS.map((name, index) => [name, index + 1]));
const blob = 'a'.repeat(64);

function filled(): PackedBatch {
  const batch = new PackedBatch();
  batch.add(seen({ data: { message: 'Grüße 🚀\n"quoted"', level: 'error' }, monotonic: 1.5 }));
  batch.add(
    seen({
      stream: 'request',
      data: { url: 'http://a/', status: 404, body: { blob, length: 9, stored: 7 } },
    }),
  );
  batch.add(seen({ data: { text: 'x'.repeat(200_000) }, where: { page: 't1' }, testIds: ['one', 'two'] }));
  return batch;
}

const column = (row: readonly unknown[] | undefined, name: (typeof ITEM_COLUMNS)[number]) =>
  row?.[ITEM_COLUMNS.indexOf(name)];

test('what was packed comes out as it went in, under its numbers', () => {
  const batch = filled();
  const { items, payloads, blobs } = rowsOf(batch.packed(streams), 40);
  const [log, request] = [streams.get('console') ?? 0, streams.get('request') ?? 0];
  const ids = [itemId(log, 41), itemId(request, 42), itemId(log, 43)];
  assert.deepEqual(
    items.map(([id]) => id),
    ids,
  );
  assert.deepEqual(
    payloads.map(([id]) => id),
    ids,
  );
  assert.equal(JSON.parse(String(payloads[0]?.[2])).message, 'Grüße 🚀\n"quoted"');
  assert.equal(payloads[0]?.[1], 1.5);
  assert.equal(JSON.parse(String(payloads[2]?.[2])).text.length, 200_000);
  assert.deepEqual(
    [column(items[0], 'level'), column(items[1], 'status'), column(items[1], 'url')],
    [4, 404, 'http://a/'],
  );
  assert.deepEqual([column(items[2], 'page'), column(items[2], 'tests')], ['t1', '["one","two"]']);
  assert.deepEqual(blobs, [[ids[1], blob]]);
  const costs = items.map((row) => Number(column(row, 'bytes')));
  assert.equal(
    batch.bytes,
    costs.reduce((sum, bytes) => sum + bytes, 0),
  );
  assert.equal(batch.sums.get('console')?.bytes, costs[0]! + costs[2]!);
});

test('a batch falls into two halves that hold the same', () => {
  const batch = filled();
  const whole = rowsOf(batch.packed(streams), 0);
  const [first, second] = batch.halves();
  assert.deepEqual([first.count, second.count, first.bytes + second.bytes], [2, 1, batch.bytes]);
  const parts = [rowsOf(first.packed(streams), 0), rowsOf(second.packed(streams), 2)];
  for (const table of ['items', 'payloads', 'blobs'] as const) {
    assert.deepEqual(
      parts.flatMap((part) => part[table] as unknown[]),
      whole[table],
    );
  }
});

test('an emptied batch holds nothing of what was in it', () => {
  const batch = filled();
  batch.empty();
  assert.deepEqual([batch.count, batch.bytes, batch.sums.size], [0, 0, 0]);
  const { data } = seen({ data: { message: 'again' } });
  batch.add(seen({ data }));
  const { items, payloads, blobs } = rowsOf(batch.packed(streams), 0);
  assert.deepEqual([items.length, String(payloads[0]?.[2]), blobs], [1, JSON.stringify(data), []]);
});

test('what cannot be packed leaves no trace', () => {
  const batch = filled();
  const bytes = batch.bytes;
  const broken = Object.defineProperty({ ...seen() }, 'data', {
    get() {
      throw new Error('unreadable');
    },
  });
  assert.throws(() => batch.add(broken), /unreadable/);
  assert.deepEqual([batch.count, batch.bytes], [3, bytes]);
});
