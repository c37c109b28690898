import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUCKETS, CallTimes } from './journal.ts';

test('calls are counted by tool and outcome, and fall into the buckets that hold them', () => {
  const times = new CallTimes();
  times.add('click', 'ok', 40);
  times.add('click', 'ok', 3000);
  times.add('click', 'TOOL_TIMEOUT', 60_000);
  const [ok, late] = times.list();
  assert.deepEqual([ok!.tool, ok!.outcome, ok!.count, ok!.seconds], ['click', 'ok', 2, 3.04]);
  assert.equal(ok!.buckets[BUCKETS.indexOf(0.05)], 1);
  assert.equal(ok!.buckets[BUCKETS.indexOf(5)], 2);
  assert.deepEqual(
    late!.buckets,
    BUCKETS.map(() => 0),
  );
});

test('names that nobody has thought of do not fill the memory', () => {
  const times = new CallTimes();
  for (let i = 0; i < 5000; i++) times.add(`tool-${i}`, 'UNKNOWN_TOOL', 1);
  assert.ok(times.list().length <= 301);
  const all = times.list().reduce((sum, { count }) => sum + count, 0);
  assert.equal(all, 5000);
});
