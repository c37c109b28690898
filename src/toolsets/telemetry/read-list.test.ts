import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listWords, scopeFilters } from './read-list.ts';

test('the words of a list say how many there are and how to go on', () => {
  assert.equal(listWords('errors', { items: [1, 2], metadata: { total: 2 } }), '2 errors');
  const metadata = { total: 9, filtered_count: 3, has_more: true, cursor: 'x' };
  const words = '2 errors (9 in all, 3 hidden as noise); more with after_cursor "x"';
  assert.equal(listWords('errors', { items: [1, 2], metadata }), words);
  assert.match(listWords('errors', { items: [1, 2], metadata }, true), /before_cursor "x"/);
  assert.match(
    listWords('errors', { items: [1], metadata: { total: 20_000, total_is_minimum: true } }),
    /20000\+ in all/,
  );
});

test('since reaches back from now', () => {
  const deps = { clock: { micros: () => 10_000_000, monotonic: () => 0 } };
  assert.deepEqual(scopeFilters({ args: { since: '4s', tab_id: 2, test_id: 'a' }, deps }), {
    url: undefined,
    page: 't2',
    testId: 'a',
    since: 6_000_000,
  });
});
