import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settledSoon } from './settled-soon.ts';

test('what is told at once is waited for, what never comes to rest is not', async () => {
  let isTold = false;
  await settledSoon({
    settled: async () => {
      isTold = true;
    },
  });
  assert.equal(isTold, true);
  await settledSoon({ settled: () => new Promise(() => {}) });
  await settledSoon({});
});
