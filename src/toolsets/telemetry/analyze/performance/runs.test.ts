import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared, type KeptRun } from './runs.ts';

const run = (
  runs: number,
  [min, median, max]: readonly [number, number, number],
  slowed = 'no',
): KeptRun => ({
  time: '2026-01-01T00:00:00Z',
  runs,
  slowed,
  metrics: { lcp_ms: { median, min, max } },
  scripts: [],
});

test('only runs whose spread is known are said to be better or worse', () => {
  const before = run(5, [480, 500, 520]);
  const verdicts = (now: KeptRun, old = before) => {
    const { verdict, metrics } = compared(old, now);
    return [verdict, metrics.lcp_ms?.verdict];
  };
  assert.deepEqual(verdicts(run(5, [190, 200, 210])), ['improved', 'better']);
  assert.deepEqual(verdicts(run(5, [790, 800, 810])), ['regressed', 'worse']);
  assert.deepEqual(verdicts(run(5, [510, 530, 540])), ['unchanged', 'within noise']);
  assert.deepEqual(verdicts(run(5, [200, 300, 900])), ['unchanged', 'within noise']);
  assert.deepEqual(verdicts(run(1, [200, 200, 200])), ['not sure', 'perhaps better']);
  assert.deepEqual(verdicts(run(5, [790, 800, 810], 'cpu 4x')), ['not sure', 'perhaps worse']);
});
