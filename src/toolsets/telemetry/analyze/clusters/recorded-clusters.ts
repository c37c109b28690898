/** The errors of the record, those with one cause together. */
import { createHash } from 'node:crypto';
import type { Location } from '../../../../contract/place-data.ts';
import type { Filters } from '../../../../store/filters.ts';
import type { TelemetryDeps } from '../../deps.ts';
import { ERRORS, type ErrorItem, errorMessage, isError, isToldTwice } from '../../error-entry.ts';
import { type Cluster, clusterErrors, type ErrorSample, namedMessage } from './cluster.ts';
import { maskedWords } from './mask.ts';

/** So many errors are looked at, the newest. */
export const MOST_READ = 10_000;

export interface KnownCluster<T> extends Cluster<T> {
  readonly id: string;
}

export async function recordedClusters(deps: TelemetryDeps, filters: Filters = {}) {
  await deps.noise.load();
  const { items, metadata } = await deps.store.page({ ...filters, ...ERRORS, limit: MOST_READ });
  const errors = items
    .filter(isError)
    .filter((item) => !isToldTwice(item) && !deps.noise.isNoise(item))
    .toReversed();
  return { errors, hasMore: metadata.has_more, clusters: withIds(clusterErrors(errors, sampleOf)) };
}

/** Each has an id of its own, also where two say the same at different places. */
function withIds<T>(clusters: readonly Cluster<T>[]): readonly KnownCluster<T>[] {
  const counts = new Map<string, number>();
  return clusters.map((cluster) => {
    const id = clusterId(cluster);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return { ...cluster, id: count === 1 ? id : `${id}-${count}` };
  });
}

/** The same for the same error in another session. */
function clusterId({ sample }: Cluster<unknown>): string {
  const { name } = namedMessage(sample.name, sample.message);
  const words = maskedWords(sample.message).join(' ');
  return createHash('sha256').update(`${name} ${words}`).digest('hex').slice(0, 12);
}

function sampleOf(item: ErrorItem): ErrorSample {
  const message = errorMessage(item);
  if (item.stream === 'request') {
    const { method, url, status, failure } = item.data;
    return { message, frames: [], request: { method, url, outcome: failure ?? String(status) } };
  }
  const { data } = item;
  const stack = data.stack ?? (data.location ? [data.location] : []);
  const frames = stack.map((frame, index) => ({
    ...(frame.original ?? frame),
    isMapped: frame.original !== undefined,
    function: nameIn(frame, stack[index + 1]),
  }));
  if (item.stream === 'exception') {
    const { name, message: bare, value } = item.data;
    return { name, message: bare, frames, fingerprint: fingerprintIn([value]) };
  }
  return { message, frames, fingerprint: fingerprintIn(item.data.args ?? []) };
}

/** A minifier renames functions; what its caller calls it in the source is its name there. */
const nameIn = ({ function: name = '', original }: Location, caller: Location | undefined) =>
  (original && name.length <= 2 && caller?.original?.name) || name;

/** What a page itself says that an error is: `fingerprint` of something that was thrown or logged. */
function fingerprintIn(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value !== 'object' || value === null || !('fingerprint' in value)) continue;
    const { fingerprint } = value;
    const parts = Array.isArray(fingerprint) ? fingerprint : [fingerprint];
    if (parts.length > 0 && parts.every((part) => typeof part === 'string')) return parts.join(' ');
  }
  return undefined;
}
