import type { Stream } from '../contract/streams.ts';
import { Fault, fault } from '../kernel/fault.ts';
import type { Backend } from './backend.ts';
import { beginAfter, migrate } from './migrations.ts';
import { postgresBackend } from './postgres-backend.ts';
import { sqliteBackend } from './sqlite-backend.ts';

/** A store that is open: its database, and the number that each stream has in it. */
export interface Opened {
  readonly backend: Backend;
  readonly streams: ReadonlyMap<Stream, number>;
  /** The record that was here before, when it was damaged. */
  readonly aside?: Aside | undefined;
}

export interface Aside {
  readonly file: string;
  readonly why: string;
}

export interface Place {
  /** `postgres://…`; absent for the embedded store. */
  readonly url?: string | undefined;
  readonly folder: string;
  /** How many bytes the embedded store's file may grow to; beyond, it counts as full. */
  readonly fileLimit?: number | undefined;
}

/** Opens it; one that is damaged, as the last one to use it or we ourselves found, makes room for a new one. */
export async function openPlace(place: Place, last?: Backend): Promise<Opened> {
  const aside = last && (await makeRoom(last));
  const backend = place.url ? await postgresBackend(place.url) : sqliteBackend(place.folder, place.fileLimit);
  try {
    const streams = await migrate(backend);
    await backend.file?.check();
    if (aside) await beginAfter(backend, Date.now());
    return { backend, streams, aside };
  } catch (error) {
    if (!aside && backend.file?.damage() !== undefined) return openPlace(place, backend);
    await backend.close().catch(() => {
      // What went wrong first is what the caller needs to hear.
    });
    throw unavailable(backend, error);
  }
}

async function makeRoom({ file, name }: Backend): Promise<Aside | undefined> {
  const why = file?.damage();
  if (!file || why === undefined) return undefined;
  try {
    return { file: await file.setAside(), why };
  } catch (error) {
    const cannot = `it is damaged (${why}) and cannot be set aside: ${String(error)}`;
    throw fault('STORE_UNAVAILABLE', { store: name, why: cannot }, error);
  }
}

/** A database error in the words of the store; other errors as they are. */
export function unavailable(backend: Backend, error: unknown): unknown {
  if (error instanceof Fault) return error;
  const damage = backend.file?.damage();
  if (damage !== undefined) return fault('STORE_DAMAGED', { store: backend.name, why: damage }, error);
  const why = backend.trouble(error)?.why;
  return why === undefined ? error : fault('STORE_UNAVAILABLE', { store: backend.name, why }, error);
}
