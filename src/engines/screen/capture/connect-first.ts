import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Place = { readonly path: string } | { readonly host: string; readonly port: number };

/** A connection to the first of the places that takes one; the signal closes it. Fails with the first failure. */
export async function connectFirst(
  places: readonly Place[],
  signal: AbortSignal | undefined,
): Promise<Socket> {
  let failure: unknown;
  for (const place of places) {
    const socket = connect({ ...place, signal });
    try {
      await once(socket, 'connect');
      return socket;
    } catch (cause) {
      signal?.throwIfAborted();
      failure ??= cause;
    }
  }
  throw failure;
}
