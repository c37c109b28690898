import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../kernel/clock.ts';
import type { Fault } from '../../kernel/fault.ts';
import { pageOfMemory } from './memory-list.ts';

const entries = Array.from({ length: 10 }, (_, i) => ({ seq: i + 5, time: (i + 5) * 1000 }));
const deps = { clock: systemClock() };
const page = (args: object, keep?: (entry: { seq: number }) => boolean) =>
  pageOfMemory({ args: { limit: 3, ...args }, deps }, entries, keep);
const seqs = (args: object, keep?: (entry: { seq: number }) => boolean) =>
  page(args, keep).items.map(({ seq }) => seq);

test('pages go back and forth like those of the record', () => {
  const first = page({});
  assert.deepEqual(seqs({}), [14, 13, 12]);
  assert.deepEqual([first.metadata.has_more, first.metadata.total], [true, 10]);
  assert.deepEqual(seqs({ after_cursor: first.metadata.after_cursor }), [11, 10, 9]);
  assert.deepEqual(seqs({ before_cursor: ':9' }), [12, 11, 10]);
  assert.deepEqual(seqs({ since_cursor: ':9', limit: 1 }), [14, 13, 12, 11, 10, 9]);
  assert.deepEqual(seqs({ after_cursor: ':5' }), []);
});

test('a cursor expires when its items are gone, not when a filter hides them', () => {
  const odd = ({ seq }: { seq: number }) => seq % 2 === 1;
  assert.deepEqual(seqs({ before_cursor: ':6' }, odd), [11, 9, 7]);
  for (const args of [{ since_cursor: ':2' }, { after_cursor: ':99' }]) {
    assert.throws(
      () => seqs(args),
      (error: Fault) => error.code === 'CURSOR_EXPIRED',
    );
    const again = page({ ...args, restart_on_eviction: true });
    assert.equal(again.metadata.cursor_restarted, true);
    assert.equal(again.items.at(-1)?.seq, 5);
  }
});

test('an empty page leaves the reader where it was', () => {
  assert.equal(page({ before_cursor: ':14' }).metadata.cursor, ':14');
});
