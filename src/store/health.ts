import type { StreamRow } from '../contract/app-control.ts';
import type { Stream } from '../contract/streams.ts';
import type { Opened } from './opened.ts';
import type { RecorderHealth } from './recorder.ts';
import type { Limits } from './retention.ts';

export interface Health extends RecorderHealth {
  readonly backend: 'sqlite' | 'postgres';
  /** The file or the URL without its password; the latter only once it is open. */
  readonly place: string;
  readonly isOpen: boolean;
  /** Why the last body could not be kept; null when it was. */
  readonly bodyProblem: string | null;
  /** That the record before was damaged, and where it lies. */
  readonly damaged?: string;
  /** What each stream holds and may hold; empty until the store is open, and while it cannot be read. */
  readonly streams: { readonly [S in Stream]?: StreamHealth };
}

interface StreamHealth {
  readonly items: number;
  readonly bytes: number;
  readonly limits: Limits;
}

export async function sizes({ backend, streams }: Opened, limits: (stream: Stream) => Limits) {
  try {
    const rows = await backend.db.selectFrom('streams').select(['id', 'items', 'bytes']).execute();
    const held = new Map(rows.map(({ id, items, bytes }) => [id, { items, bytes }]));
    const none = { items: 0, bytes: 0 };
    return Object.fromEntries(
      [...streams].map(([name, id]) => [name, { ...(held.get(id) ?? none), limits: limits(name) }]),
    );
  } catch {
    // Health must answer even when the database does not; the recorder's state says why.
    return {};
  }
}

const DAY_MS = 24 * 3_600_000;

/** The same as rows, the largest first. */
export function streamRows({ streams }: Pick<Health, 'streams'>): readonly StreamRow[] {
  const rows = Object.entries(streams).map(([name, { items, bytes, limits }]) => ({
    name,
    items,
    bytes,
    most: { items: limits.items, bytes: limits.bytes, days: limits.ageMs / DAY_MS },
  }));
  return rows.toSorted((a, b) => b.bytes - a.bytes);
}
