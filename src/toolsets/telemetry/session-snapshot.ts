import { type Clock, isoMicros } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/tool.ts';
import type { Store } from '../../store/store.ts';
import { errorMessage, isError } from './error-entry.ts';
import { comparable } from './recording/happenings.ts';
import { isSnapshot, type SnapshotData } from './seen.ts';

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
export const snapshotDocuments = (store: Store, { cwd }: Pick<Caller, 'cwd'>) =>
  store.documents(`sessions:${cwd}`);

export async function listSnapshots(store: Store, caller: Pick<Caller, 'cwd'>) {
  const all = await snapshotDocuments(store, caller).values<SessionSnapshot>();
  return all.toReversed().map(({ value: { name, captured_at, page_url, errors } }) => ({
    name,
    captured_at,
    page_url,
    error_count: errors.length,
  }));
}

export async function takeSnapshot(
  store: Store,
  clock: Clock,
  { name, url, pageUrl }: { name: string; url?: string | undefined; pageUrl: string | null },
): Promise<SessionSnapshot> {
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
    page_url: pageUrl,
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
