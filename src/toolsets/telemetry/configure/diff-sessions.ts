import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { fault } from '../../../kernel/fault.ts';
import { address, missing } from '../arguments.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { errorMessage, isError } from '../error-entry.ts';
import { verdictOf } from '../interact/perf-diff.ts';
import { comparable } from '../recording/happenings.ts';
import { isSnapshot, type SnapshotData } from '../seen.ts';
import { trackedTab } from '../tabs.ts';

const MOST = 50;
const CURRENT = 'current';
const name = z.string().min(1).max(50);

const input = z.object({
  session_action: z.enum(['capture', 'compare', 'list', 'delete']).default('list'),
  name: name.optional(),
  compare_a: name.optional().describe('Name of the one before.'),
  compare_b: name.optional().describe('After; left out: now.'),
  url: address,
});
type Args = z.output<typeof input>;

export const diffSessions = defineMode({
  summary: 'capture errors and requests under a name; compare two, or one with now.',
  destroys: true,
  input,
  async run({ args, deps }) {
    switch (args.session_action) {
      case 'capture':
        return capture(deps, args);
      case 'compare':
        return compare(deps, args);
      case 'delete': {
        const given = needed(args, 'name');
        if (!(await snapshotDocuments(deps).delete(given))) throw await unknown(deps, given);
        return { summary: `Deleted ${given}`, data: { action: 'deleted', name: given } };
      }
      default: {
        const snapshots = await listSnapshots(deps);
        return { summary: `${snapshots.length} snapshots`, data: { action: 'listed', snapshots } };
      }
    }
  },
});

async function capture(deps: TelemetryDeps, args: Args) {
  const given = needed(args, 'name');
  if (given === CURRENT) {
    const problems = ['"current" means what is there now and cannot be taken as a name'];
    throw fault('INVALID_ARGUMENTS', { tool: 'configure', problems, param: 'name' });
  }
  const documents = snapshotDocuments(deps);
  const kept = await listSnapshots(deps);
  const snapshot = await takeSnapshot(deps, given, args.url);
  await documents.put(given, snapshot);
  for (const old of kept.filter((one) => one.name !== given).slice(MOST - 1))
    await documents.delete(old.name);
  const { errors, warnings, endpoints, captured_at, page_url } = snapshot;
  const figures = {
    captured_at,
    console_errors: errors.length,
    console_warnings: warnings.length,
    network_requests: Object.values(endpoints).reduce((sum, { count }) => sum + count, 0),
    page_url,
  };
  return { summary: `Captured ${given}`, data: { action: 'captured', name: given, snapshot: figures } };
}

async function compare(deps: TelemetryDeps, args: Args) {
  const [a, b] = [needed(args, 'compare_a'), args.compare_b ?? CURRENT];
  const find = async (wanted: string): Promise<SessionSnapshot> => {
    if (wanted === CURRENT) return takeSnapshot(deps, CURRENT, args.url);
    const found = await snapshotDocuments(deps).get<SessionSnapshot>(wanted);
    if (!found) throw await unknown(deps, wanted);
    return found;
  };
  const { diff, summary } = snapshotDiff(await find(a), await find(b));
  return {
    summary: `${b} against ${a}: ${summary.verdict}, ${summary.new_errors} new errors, ${summary.resolved_errors} resolved`,
    data: { action: 'compared', a, b, diff, summary },
  };
}

async function unknown(deps: TelemetryDeps, wanted: string) {
  const names = (await listSnapshots(deps)).map((one) => one.name);
  return fault('NO_SUCH_SNAPSHOT', { name: wanted, names });
}

function needed(args: Args, param: 'name' | 'compare_a'): string {
  const value = args[param];
  if (value === undefined) throw missing('configure', param);
  return value;
}

/** More than half as much again counts as worse. */
const WORSE = 1.5;

const isFailure = (status: string) => !/^[1-3]\d\d$/.test(status);

/** What changed from one moment of a session to another. */
export function snapshotDiff(a: SessionSnapshot, b: SessionSnapshot) {
  const errors = {
    new: b.errors.filter((message) => !a.errors.includes(message)),
    resolved: a.errors.filter((message) => !b.errors.includes(message)),
    unchanged: b.errors.filter((message) => a.errors.includes(message)),
  };
  const endpoints = Object.entries(b.endpoints);
  const network = {
    new_errors: endpoints
      .filter(
        ([endpoint, { status }]) => isFailure(status) && !isFailure(a.endpoints[endpoint]?.status ?? '200'),
      )
      .map(([endpoint, { status }]) => ({ endpoint, status })),
    status_changes: endpoints.flatMap(([endpoint, { status }]) => {
      const before = a.endpoints[endpoint]?.status;
      return before === undefined || before === status ? [] : [{ endpoint, before, after: status }];
    }),
    new_endpoints: Object.keys(b.endpoints).filter((endpoint) => !(endpoint in a.endpoints)),
    missing_endpoints: Object.keys(a.endpoints).filter((endpoint) => !(endpoint in b.endpoints)),
  };
  const performance = performanceDiff(a, b);
  const slower = Object.values(performance).filter(({ regression }) => regression).length;
  const worse = errors.new.length + network.new_errors.length + slower;
  const better = errors.resolved.length;
  return {
    diff: { errors, network, performance },
    summary: {
      verdict: verdictOf(worse, better),
      new_errors: errors.new.length,
      resolved_errors: errors.resolved.length,
      performance_regressions: slower,
      new_network_errors: network.new_errors.length,
    },
  };
}

function performanceDiff({ performance: a }: SessionSnapshot, { performance: b }: SessionSnapshot) {
  const names = ['load_time', 'request_count', 'transfer_size'] as const;
  const entries = names.flatMap((name) => {
    const [before, after] = [a[name], b[name]];
    if (before === undefined || after === undefined) return [];
    const regression = after > before * WORSE;
    return [[name, { before, after, change: after - before, regression }] as const];
  });
  return Object.fromEntries(entries);
}

const MOST_ITEMS = 2000;

/** What a session looked like at one moment, small enough to be kept and compared. */
export interface SessionSnapshot {
  readonly name: string;
  readonly captured_at: string;
  readonly page_url: string | null;
  readonly url_filter?: string | undefined;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** By method and path: how often, and how it was answered last. */
  readonly endpoints: Readonly<Record<string, { readonly count: number; readonly status: string }>>;
  readonly performance: {
    readonly load_time?: number | undefined;
    readonly request_count?: number;
    readonly transfer_size?: number;
  };
}

/** Snapshots belong to the project that they were taken in. */
const snapshotDocuments = ({ documents }: Pick<TelemetryDeps, 'documents'>) => documents.ofFolder('sessions');

export async function listSnapshots(deps: Pick<TelemetryDeps, 'documents'>) {
  const all = await snapshotDocuments(deps).values<SessionSnapshot>();
  return all.toReversed().map(({ value: { name, captured_at, page_url, errors } }) => ({
    name,
    captured_at,
    page_url,
    error_count: errors.length,
  }));
}

/** As everything is now. */
async function takeSnapshot(
  { store, clock, engine }: TelemetryDeps,
  name: string,
  url: string | undefined,
): Promise<SessionSnapshot> {
  const tab = await trackedTab(engine);
  const filters = { url, limit: MOST_ITEMS };
  const [errors, warnings, requests, performance] = await Promise.all([
    store.page({ ...filters, streams: ['exception', 'console'], minLevel: 'error' }),
    store.page({ ...filters, streams: ['console'], level: 'warn' }),
    store.page({ ...filters, streams: ['request'] }),
    store.page({ streams: ['performance'], url, limit: 1, keep: isSnapshot }),
  ]);
  const distinct = (items: typeof errors.items) => [
    ...new Set(items.filter(isError).map((item) => comparable(errorMessage(item)))),
  ];
  const groups = Map.groupBy(
    requests.items.filter((item) => item.stream === 'request'),
    ({ data: { method, url: address } }) => `${method} ${URL.parse(address)?.pathname ?? address}`,
  );
  const loaded = performance.items.find(isSnapshot);
  return {
    name,
    captured_at: isoMicros(clock.micros()),
    page_url: tab?.url ?? null,
    url_filter: url,
    errors: distinct(errors.items),
    warnings: distinct(warnings.items),
    endpoints: Object.fromEntries(
      [...groups].map(([endpoint, some]) => {
        const { status, failure } = some[0]!.data;
        return [endpoint, { count: some.length, status: failure ?? String(status ?? 'none') }];
      }),
    ),
    performance: loaded ? figures(loaded.data) : {},
  };
}

function figures({ timing, network }: SnapshotData): SessionSnapshot['performance'] {
  const load_time = timing.load && Math.round(timing.load);
  return { load_time, request_count: network.requests, transfer_size: network.transferSize };
}
