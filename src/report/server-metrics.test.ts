import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ServerNumbers, serverMetrics } from './server-metrics.ts';

const quiet: ServerNumbers = {
  maxInstances: 5,
  calls: [],
  bounds: [0.1, 1],
  tasks: {},
  sessions: 2,
  memory: 1000,
};

/** Name, labels and value of each sample. */
function numbers(of: ServerNumbers): Record<string, number> {
  const samples = serverMetrics(of).flatMap((metric) =>
    metric.samples.map(({ suffix = '', labels, value }) => {
      const words = labels ? ` ${Object.values(labels).join(' ')}` : '';
      return [`${metric.name}${suffix}${words}`, value] as const;
    }),
  );
  return Object.fromEntries(samples);
}

test('a server without browsers says so', () => {
  assert.deepEqual(numbers(quiet), {
    sensorium_instances_limit: 5,
    sensorium_instances: 0,
    sensorium_sessions: 2,
    process_resident_memory_bytes: 1000,
  });
});

test('browsers are counted by driver and state, calls by how long they took, tasks by status', () => {
  const local = { driver: 'local', state: 'ready' };
  const seen = numbers({
    ...quiet,
    pool: {
      instances: [local, local, { driver: 'grid', state: 'crashed' }],
      waiting: 1,
      refused: 2,
      spares: 3,
      launches: 4,
      launchesFailed: 5,
      crashes: 6,
      launchSeconds: 7.5,
      memory: { instances: new Map([['inst_1', 2]]), spares: 1 },
    },
    calls: [{ tool: 'echo', outcome: 'ok', count: 3, seconds: 2.5, buckets: [1, 2] }],
    tasks: { queued: 8 },
  });
  assert.deepEqual(
    [seen['sensorium_instances local ready'], seen['sensorium_instances grid crashed']],
    [2, 1],
  );
  assert.equal(seen['sensorium_instance_memory_bytes inst_1'], 2 * 2 ** 20);
  assert.equal(seen['sensorium_instance_memory_bytes spares'], 2 ** 20);
  assert.equal(seen.sensorium_instance_launch_seconds_total, 7.5);
  assert.equal(seen['sensorium_call_seconds_bucket echo ok 0.1'], 1);
  assert.equal(seen['sensorium_call_seconds_bucket echo ok +Inf'], 3);
  assert.equal(seen['sensorium_call_seconds_sum echo ok'], 2.5);
  assert.equal(seen['sensorium_tasks queued'], 8);
});
