/** Plain TCP peers on loopback. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from './scratch.ts';

/** A server that sends back what it gets, and ends when the client does. */
export async function echoServer(t: Cleanup): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return portOf(server.address());
}

export function portOf(address: unknown): number {
  if (typeof address === 'object' && address !== null && 'port' in address) return Number(address.port);
  throw new Error('The server does not listen on a port');
}

/** Sends bytes, ends, and returns all that came back. */
export async function exchange(port: number, bytes: Uint8Array | string): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks);
}
