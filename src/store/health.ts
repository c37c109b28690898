import path from 'node:path';
import type { Stream } from '../kernel/evidence.ts';
import type { Opened, Place } from './opened.ts';
import type { RecorderHealth } from './recorder.ts';

export interface Health extends RecorderHealth {
  readonly backend: 'sqlite' | 'postgres';
  /** The file or the URL without its password; the latter only once it is open. */
  readonly place: string;
  readonly isOpen: boolean;
  /** Why the last body could not be kept; null when it was. */
  readonly bodyProblem: string | null;
  /** What each stream holds; empty until the store is open, and while it cannot be read. */
  readonly streams: { readonly [S in Stream]?: { readonly items: number; readonly bytes: number } };
}

export async function storeHealth(
  place: Place,
  opened: Opened | undefined,
  recorder: RecorderHealth,
  bodyProblem: string | null,
): Promise<Health> {
  return {
    ...recorder,
    backend: place.url ? 'postgres' : 'sqlite',
    place: opened?.backend.name ?? (place.url ? 'postgres' : path.join(place.folder, 'record.db')),
    isOpen: opened !== undefined,
    bodyProblem,
    streams: opened ? await sizes(opened) : {},
  };
}

async function sizes({ backend }: Opened): Promise<Health['streams']> {
  try {
    const rows = await backend.db.selectFrom('streams').select(['name', 'items', 'bytes']).execute();
    return Object.fromEntries(rows.map(({ name, items, bytes }) => [name, { items, bytes }]));
  } catch {
    // Health must answer even when the database does not; the recorder's state says why.
    return {};
  }
}
