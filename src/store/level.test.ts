import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../test/kit/record.ts';
import { LEVELS, levelRank, rankOf } from './level.ts';

test('an item is as grave as it says', () => {
  for (const level of LEVELS) assert.equal(rankOf(seen({ data: { level } })), levelRank(level));
});

test('what does not say so is judged by its stream', () => {
  assert.equal(rankOf(seen({ stream: 'exception' })), levelRank('error'));
  assert.equal(rankOf(seen({ stream: 'request', data: { status: 404 } })), levelRank('error'));
  assert.equal(rankOf(seen({ stream: 'request', data: { failure: 'net::ERR_FAILED' } })), levelRank('error'));
  assert.equal(rankOf(seen({ stream: 'request', data: { status: 200 } })), null);
  assert.equal(rankOf(seen({ stream: 'exchange', data: { state: 'failed' } })), levelRank('error'));
  assert.equal(rankOf(seen({ stream: 'exchange', data: { status: 500 } })), null);
  assert.equal(rankOf(seen({ stream: 'action', data: { status: 500 } })), null);
});
