// What the tests of the wire engine share: an engine on a scratch folder, echo servers, plain clients. All real.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Evidence } from '../../src/contract/evidence.ts';
import type { Flow } from '../../src/engines/wire/flow.ts';
import { WireEngine, type WireEngineOptions } from '../../src/engines/wire/wire-engine.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { Fault } from '../../src/kernel/fault.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { portOf } from './tcp.ts';

export function makeEngine(t: TestContext, options: Partial<WireEngineOptions> = {}) {
  const seen: Evidence[] = [];
  const engine = new WireEngine({
    clock: systemClock(),
    log: silentLog,
    sink: (evidence) => seen.push(evidence),
    flushMillis: 20,
    ...options,
  });
  t.after(() => engine.close());
  return { engine, seen, flows: () => seen.map((evidence) => evidence.data as unknown as Flow) };
}

/** A server on a free port of 127.0.0.1 that ends with the test. */
export async function serve(t: TestContext, onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    onConnection(socket);
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  return portOf(server.address());
}

export const echo = (socket: Socket) => {
  socket.pipe(socket);
};

export async function dial(port: number, host = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host, allowHalfOpen: true, noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Everything until the other side closes. */
export async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Node 22 would close the other half, too, once all is read.
  const parts = socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of parts) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Exactly so many bytes. */
export async function readExactly(socket: Socket, count: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = count;
  while (left > 0) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    chunks.push(chunk);
    left -= chunk.length;
  }
  return Buffer.concat(chunks);
}

/** Waits for a state that comes by itself; fails after ten seconds. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** For `assert.throws` and `assert.rejects`. */
export const isFault = (code: string) => (error: unknown) => error instanceof Fault && error.code === code;

export type Line = Record<string, unknown>;

/** All lines of all files of a folder, by the order of the file names. */
export async function logLines(folder: string): Promise<Line[]> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as Line);
}
