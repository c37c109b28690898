import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../kernel/clock.ts';
import { RateLimit } from './rate-limit.ts';

test('who calls too often has used up their own calls only', () => {
  let now = 0;
  const limit = new RateLimit(2, { ...systemClock(), monotonic: () => now });
  limit.take('key 1');
  limit.take('key 1');
  assert.throws(() => limit.take('key 1'), { code: 'RATE_LIMITED' });
  limit.take('key 2');
  now = 60_000;
  limit.take('key 1');
});
