import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type SocketAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** A connection to the first of these addresses that takes one; the signal closes it. Fails with the first failure. */
export async function connectFirst(
  addresses: readonly SocketAddress[],
  signal: AbortSignal | undefined,
): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses) {
    const socket = connect({ ...address, signal });
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
