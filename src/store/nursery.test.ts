import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapSpaceStatistics } from 'node:v8';
import { keepNurserySmall } from './recorder.ts';

const nursery = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

test('the nursery stays as small as it is, whatever lives for a while', () => {
  keepNurserySmall();
  const before = nursery();
  const alive: object[][] = [];
  for (let i = 0; i < 200; i++) {
    alive.push(Array.from({ length: 5_000 }, (_, n) => ({ n, words: `item ${i} ${n}` })));
    if (alive.length > 20) alive.shift();
  }
  assert.ok(nursery() <= before * 1.1, `${nursery()} of ${before} bytes`);
});
