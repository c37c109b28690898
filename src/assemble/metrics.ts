import type { InstanceInfo } from '../engines/browser/pool/instance.ts';
import type { Metric, Sample } from '../report/prometheus.ts';
import { BUCKETS } from '../session/call-times.ts';
import type { Assembly } from './assembly.ts';

const MB = 1024 * 1024;

/** What runs here, in numbers. */
export async function metricsOf(
  assembly: Assembly,
  tasks: Readonly<Record<string, number>>,
): Promise<readonly Metric[]> {
  return [
    ...(await poolMetrics(assembly)),
    ...callMetrics(assembly),
    ...taskMetrics(tasks),
    gauge('sensorium_sessions', 'Sessions of clients that are open.', [
      { value: assembly.sessions().length },
    ]),
    gauge('process_resident_memory_bytes', 'Memory of the server itself.', [
      { value: process.memoryUsage.rss() },
    ]),
  ];
}

async function poolMetrics({ pool: lazy, options }: Assembly): Promise<readonly Metric[]> {
  const pool = lazy.value;
  const limit = gauge('sensorium_instances_limit', 'Most browsers at once.', [
    { value: options.config.maxInstances },
  ]);
  if (!pool) return [limit, gauge('sensorium_instances', 'Browsers by driver and state.', [{ value: 0 }])];
  const [stats, memory] = [pool.stats(), await pool.memory()];
  return [
    limit,
    gauge('sensorium_instances', 'Browsers by driver and state.', byDriver(stats.instances)),
    gauge('sensorium_instances_spare', 'Browsers that wait for somebody to ask for one.', [
      { value: stats.spares },
    ]),
    gauge('sensorium_instance_queue', 'Calls that wait for a browser.', [{ value: stats.waiting }]),
    counter(
      'sensorium_instance_refused_total',
      'Calls that got no browser because of a limit.',
      stats.refused,
    ),
    counter('sensorium_instance_launches_total', 'Browsers that were asked for.', stats.launches),
    counter(
      'sensorium_instance_launches_failed_total',
      'Of these, how many did not start.',
      stats.launchesFailed,
    ),
    counter('sensorium_instance_launch_seconds_total', 'Time that starting them took.', stats.launchSeconds),
    counter('sensorium_instance_crashes_total', 'Browsers that ended by themselves.', stats.crashes),
    gauge('sensorium_instance_memory_bytes', 'Memory of each browser whose process is known.', [
      ...[...memory.instances].map(([instance, mb]) => ({
        labels: { instance },
        value: Math.round(mb * MB),
      })),
      ...(stats.spares > 0
        ? [{ labels: { instance: 'spares' }, value: Math.round(memory.spares * MB) }]
        : []),
    ]),
  ];
}

function byDriver(instances: readonly InstanceInfo[]): readonly Sample[] {
  const groups = Map.groupBy(instances, ({ driver, state }) => `${driver} ${state}`);
  if (groups.size === 0) return [{ value: 0 }];
  return [...groups].map(([key, group]) => {
    const [driver = '', state = ''] = key.split(' ');
    return { labels: { driver, state }, value: group.length };
  });
}

function callMetrics({ journal }: Assembly): readonly Metric[] {
  const times = journal.times.list();
  const samples = times.flatMap(({ tool, outcome, count, seconds, buckets }): Sample[] => {
    const labels = { tool, outcome };
    return [
      ...buckets.map((value, i) => ({ suffix: '_bucket', labels: { ...labels, le: BUCKETS[i]! }, value })),
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
      { suffix: '_sum', labels, value: seconds },
      { suffix: '_count', labels, value: count },
    ];
  });
  return [{ name: 'sensorium_call_seconds', help: 'Calls of tools.', kind: 'histogram', samples }];
}

function taskMetrics(tasks: Readonly<Record<string, number>>): readonly Metric[] {
  const samples = Object.entries(tasks).map(([status, value]) => ({
    labels: { status },
    value,
  }));
  return [gauge('sensorium_tasks', 'Tasks that are kept, by status.', samples)];
}

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  ...{ name, help, samples },
  kind: 'gauge',
});
const counter = (name: string, help: string, value: number): Metric => ({
  ...{ name, help, samples: [{ value }] },
  kind: 'counter',
});
