import assert from 'node:assert/strict';
import test from 'node:test';
import { newestWithin } from './listing.ts';

test('the newest lines that fit are kept, the last one in any case', () => {
  assert.deepEqual(newestWithin(['aaa', 'bbb', 'ccc'], 8), { kept: ['bbb', 'ccc'], left: 1 });
  assert.deepEqual(newestWithin(['aaa', 'b'.repeat(50)], 8), { kept: ['b'.repeat(50)], left: 1 });
  assert.deepEqual(newestWithin(['a', 'b'], 100), { kept: ['a', 'b'], left: 0 });
  assert.deepEqual(newestWithin([], 10), { kept: [], left: 0 });
});
