import type { Stream } from '../contract/streams.ts';
import { Fault, fault } from '../kernel/fault.ts';
import type { Backend } from './backend.ts';
import { migrate } from './migrations.ts';
import { postgresBackend } from './postgres-backend.ts';
import { sqliteBackend } from './sqlite-backend.ts';

/** A store that is open: its database, and the number that each stream has in it. */
export interface Opened {
  readonly backend: Backend;
  readonly streams: ReadonlyMap<Stream, number>;
}

export interface Place {
  /** `postgres://…`; absent for the embedded store. */
  readonly url?: string | undefined;
  readonly folder: string;
  /** How many bytes the embedded store's file may grow to; beyond, it counts as full. */
  readonly fileLimit?: number | undefined;
}

export async function openPlace(place: Place): Promise<Opened> {
  const backend = place.url ? await postgresBackend(place.url) : sqliteBackend(place.folder, place.fileLimit);
  try {
    return { backend, streams: await migrate(backend) };
  } catch (error) {
    await backend.close().catch(() => {
      // What went wrong first is what the caller needs to hear.
    });
    throw unavailable(backend, error);
  }
}

/** A database error in the words of the store; other errors as they are. */
export function unavailable(backend: Backend, error: unknown): unknown {
  if (error instanceof Fault) return error;
  const why = backend.trouble(error)?.why;
  return why === undefined ? error : fault('STORE_UNAVAILABLE', { store: backend.name, why }, error);
}
