import type { Metric, Sample } from './prometheus.ts';

const MB = 1024 * 1024;

/** What runs in a server, as it was when it was asked. */
export interface ServerNumbers {
  readonly maxInstances: number;
  readonly pool?: PoolNumbers | undefined;
  readonly calls: readonly CallNumbers[];
  /** Upper bounds of the calls' buckets, in seconds. */
  readonly bounds: readonly number[];
  /** Tasks that are kept, by status. */
  readonly tasks: Readonly<Record<string, number>>;
  readonly sessions: number;
  /** Bytes of the server itself. */
  readonly memory: number;
}

interface PoolNumbers {
  readonly instances: readonly { readonly driver: string; readonly state: string }[];
  readonly waiting: number;
  readonly refused: number;
  readonly spares: number;
  readonly launches: number;
  readonly launchesFailed: number;
  readonly crashes: number;
  readonly launchSeconds: number;
  /** Megabytes of each browser whose process is known, and of all spares. */
  readonly memory: { readonly instances: ReadonlyMap<string, number>; readonly spares: number };
}

interface CallNumbers {
  readonly tool: string;
  readonly outcome: string;
  readonly count: number;
  readonly seconds: number;
  /** How many took at most as long as the bound of the same place. */
  readonly buckets: readonly number[];
}

export function serverMetrics(numbers: ServerNumbers): readonly Metric[] {
  const { maxInstances, pool, calls, bounds, tasks, sessions, memory } = numbers;
  const byStatus = Object.entries(tasks).map(([status, value]) => ({ labels: { status }, value }));
  return [
    gauge('sensorium_instances_limit', 'Most browsers at once.', maxInstances),
    ...poolMetrics(pool),
    callMetric(calls, bounds),
    gauge('sensorium_tasks', 'Tasks that are kept, by status.', byStatus),
    gauge('sensorium_sessions', 'Sessions of clients that are open.', sessions),
    gauge('process_resident_memory_bytes', 'Memory of the server itself.', memory),
  ];
}

function poolMetrics(pool: PoolNumbers | undefined): readonly Metric[] {
  const all = gauge('sensorium_instances', 'Browsers by driver and state.', byDriver(pool?.instances ?? []));
  if (!pool) return [all];
  const { memory, spares, refused, launches, launchesFailed, launchSeconds } = pool;
  const bySpares: [string, number][] = spares > 0 ? [['spares', memory.spares]] : [];
  const sizes = [...memory.instances, ...bySpares].map(([instance, mb]) => ({
    labels: { instance },
    value: Math.round(mb * MB),
  }));
  return [
    all,
    gauge('sensorium_instances_spare', 'Browsers that wait for somebody to ask for one.', spares),
    gauge('sensorium_instance_queue', 'Calls that wait for a browser.', pool.waiting),
    counter('sensorium_instance_refused_total', 'Calls that got no browser because of a limit.', refused),
    counter('sensorium_instance_launches_total', 'Browsers that were asked for.', launches),
    counter('sensorium_instance_launches_failed_total', 'Of these, how many did not start.', launchesFailed),
    counter('sensorium_instance_launch_seconds_total', 'Time that starting them took.', launchSeconds),
    counter('sensorium_instance_crashes_total', 'Browsers that ended by themselves.', pool.crashes),
    gauge('sensorium_instance_memory_bytes', 'Memory of each browser whose process is known.', sizes),
  ];
}

function byDriver(instances: PoolNumbers['instances']): readonly Sample[] {
  const groups = Map.groupBy(instances, ({ driver, state }) => `${driver} ${state}`);
  if (groups.size === 0) return [{ value: 0 }];
  return [...groups].map(([key, group]) => {
    const [driver = '', state = ''] = key.split(' ');
    return { labels: { driver, state }, value: group.length };
  });
}

function callMetric(calls: readonly CallNumbers[], bounds: readonly number[]): Metric {
  const samples = calls.flatMap(({ tool, outcome, count, seconds, buckets }): Sample[] => {
    const labels = { tool, outcome };
    return [
      ...buckets.map((value, i) => ({ suffix: '_bucket', labels: { ...labels, le: bounds[i]! }, value })),
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
      { suffix: '_sum', labels, value: seconds },
      { suffix: '_count', labels, value: count },
    ];
  });
  return { name: 'sensorium_call_seconds', help: 'Calls of tools.', kind: 'histogram', samples };
}

const metric =
  (kind: 'gauge' | 'counter') =>
  (name: string, help: string, value: number | readonly Sample[]): Metric => ({
    name,
    help,
    kind,
    samples: typeof value === 'number' ? [{ value }] : value,
  });
const gauge = metric('gauge');
const counter = metric('counter');
