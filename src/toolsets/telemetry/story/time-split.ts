/** Where the time of a request went, from the page to the database. */
import { isDatabase, type StoryNode } from './story-node.ts';

export interface TimeSplit {
  readonly ms: number;
  /** Named parts that add up to the whole, the rest included. */
  readonly parts: readonly (readonly [name: string, ms: number])[];
  /** How much of the work of others ran at the same time. */
  readonly overlapMs: number;
}

type Interval = readonly [from: number, to: number];

/** The slowest request, or exchange with a service, among these. */
export function slowest(nodes: readonly StoryNode[]): StoryNode | undefined {
  const timed = nodes.filter(
    ({ item }) => item.stream === 'request' || (item.stream === 'exchange' && item.data.method !== undefined),
  );
  return timed.toSorted((one, other) => other.ms - one.ms || one.seq - other.seq)[0];
}

export function splitOf(node: StoryNode): TimeSplit {
  const below = all(node);
  const databases = below.filter(({ item }) => item.stream === 'exchange' && isDatabase(item.data.protocol));
  const services = below.filter(
    (one) => one !== node && one.item.stream === 'exchange' && one.item.data.method !== undefined,
  );
  const timings = node.item.stream === 'request' ? node.item.data.timings : undefined;
  const database = covered(databases.map(intervalOf));
  // The outermost is the service itself, whoever it asks is another.
  const own = node.item.stream === 'exchange' ? node : services.find(({ parent }) => parent === node);
  const others = covered(services.filter((one) => one !== own).map(intervalOf));
  const service = own ? Math.max(0, own.ms - database - others) : 0;
  const sum = databases.reduce((ms, one) => ms + one.ms, 0);
  const network: [string, number][] = timings
    ? [
        ['queueing', timings.blocked ?? 0],
        ['DNS', timings.dns ?? 0],
        ['connect', Math.max(0, (timings.connect ?? 0) - (timings.ssl ?? 0))],
        ['TLS', timings.ssl ?? 0],
        ['sending', timings.send ?? 0],
        ['waiting', Math.max(0, (timings.wait ?? 0) - service - database - others)],
        ['transfer', timings.receive ?? 0],
      ]
    : [];
  const parts: [string, number][] = [
    ...network,
    ['service', service],
    ['database', database],
    ['other services', others],
  ];
  const known = parts.reduce((ms, [, part]) => ms + part, 0);
  const shown = [...parts, ['untold', Math.max(0, node.ms - known)] as [string, number]];
  return {
    ms: node.ms,
    parts: shown.filter(([, ms]) => ms >= 0.5),
    overlapMs: Math.max(0, sum - database),
  };
}

const intervalOf = ({ start, end }: StoryNode): Interval => [start, end];

/** All that followed from it, itself included. */
export function all(node: StoryNode): StoryNode[] {
  return [node, ...node.children.flatMap(all)];
}

/** Milliseconds in which at least one was under way. */
export function covered(intervals: readonly Interval[]): number {
  let ms = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const [from, to] of intervals.toSorted(([one], [other]) => one - other)) {
    if (to <= reached) continue;
    ms += (to - Math.max(from, reached)) / 1000;
    reached = to;
  }
  return ms;
}

/** "1,240 ms: waiting 12, service 180, database 1,020 (38 more at the same time), transfer 5". */
export function splitWords({ ms, parts, overlapMs }: TimeSplit): string {
  const list = parts.map(([name, part]) =>
    name === 'database' && overlapMs >= 1
      ? `${name} ${shown(part)} (${shown(overlapMs)} more at the same time)`
      : `${name} ${shown(part)}`,
  );
  return `${shown(ms)} ms: ${list.join(', ') || 'not known in parts'}`;
}

export const shown = (ms: number) =>
  (ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)).toLocaleString('en');
