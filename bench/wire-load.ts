// The load of the wire benchmark, a process of its own: a sink and a client in one. Started with a channel; each
// message is a task, each answer its figures.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type LoadTask =
  | {
      readonly kind: 'throughput';
      readonly port: number;
      readonly megabytes: number;
      readonly content: 'binary' | 'text';
    }
  | { readonly kind: 'latency'; readonly port: number; readonly rounds: number }
  /** Requests one after the other on one connection, and one with a long answer. */
  | { readonly kind: 'requests'; readonly port: number; readonly rounds: number }
  | { readonly kind: 'download'; readonly port: number; readonly megabytes: number }
  | { readonly kind: 'connections'; readonly port: number; readonly count: number };

export interface LoadResult {
  /** MB/s; or microseconds p50 and p99; or connections a second. */
  readonly figures: readonly number[];
}

const CHUNK = 256 * 1024;
/** Bytes of a usual answer. */
const SMALL = 200;
const TEXT =
  'GET /orders/4711?expand=lines HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n\r\n';

/** The first byte of a connection says what the sink does: count to a number and answer, or echo. */
const COUNT = 0x63;
const ECHO = 0x65;
/** Of "GET": the path of the request is how many bytes its answer has. */
const HTTP = 0x47;

function serve(socket: Socket): void {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  let left = -1;
  socket.on('data', (bytes: Buffer) => {
    if (left < 0 && bytes[0] === HTTP) return void answer(socket, bytes);
    if (left >= 0) {
      left -= bytes.length;
      if (left === 0) socket.end('k');
    } else if (bytes[0] === COUNT) {
      left = bytes.readUInt32BE(1) * 1e6 - (bytes.length - 5);
    } else {
      socket.write(bytes);
    }
  });
}

const headFor = (length: number) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

async function answer(socket: Socket, request: Buffer): Promise<void> {
  const length = Number(/^GET \/(\d+)/.exec(request.toString('latin1'))?.[1]);
  const chunk = Buffer.alloc(Math.min(length, CHUNK), TEXT);
  socket.cork();
  socket.write(headFor(length));
  for (let left = length; left > 0; left -= CHUNK) {
    const hasRoom = socket.write(chunk.subarray(0, Math.min(left, CHUNK)));
    socket.uncork();
    if (!hasRoom) await once(socket, 'drain');
  }
}

const requestFor = (length: number) =>
  Buffer.from(`GET /${length} HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n\r\n`);

async function download(port: number, megabytes: number): Promise<number[]> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const length = megabytes * 1e6;
  const start = performance.now();
  socket.write(requestFor(length));
  await new Promise<void>((resolve) => {
    let left = headFor(length).length + length;
    socket.on('data', (bytes: Buffer) => {
      left -= bytes.length;
      if (left === 0) resolve();
    });
  });
  const seconds = (performance.now() - start) / 1000;
  socket.destroy();
  return [megabytes / seconds];
}

async function throughput(port: number, megabytes: number, content: 'binary' | 'text'): Promise<number[]> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const chunk =
    content === 'binary'
      ? randomBytes(CHUNK)
      : Buffer.from(TEXT.repeat(Math.ceil(CHUNK / TEXT.length))).subarray(0, CHUNK);
  const start = performance.now();
  const head = Buffer.alloc(5);
  head[0] = COUNT;
  head.writeUInt32BE(megabytes, 1);
  socket.write(head);
  const answered = once(socket, 'data');
  for (let left = megabytes * 1e6; left > 0; left -= CHUNK) {
    if (!socket.write(chunk.subarray(0, Math.min(left, CHUNK)))) await once(socket, 'drain');
  }
  await answered;
  const seconds = (performance.now() - start) / 1000;
  socket.destroy();
  return [megabytes / seconds];
}

/** A message, its answer, the next message: how long each takes. */
async function latency(
  port: number,
  rounds: number,
  message = Buffer.alloc(64, ECHO),
  answered = message.length,
): Promise<number[]> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const warmUp = Math.floor(rounds / 10);
  const times = new Float64Array(rounds);
  await new Promise<void>((resolve) => {
    let round = -warmUp;
    let open = answered;
    let start = performance.now();
    socket.on('data', (bytes: Buffer) => {
      open -= bytes.length;
      if (open > 0) return;
      const now = performance.now();
      if (round >= 0) times[round] = (now - start) * 1000;
      round++;
      if (round === rounds) return resolve();
      open = answered;
      start = performance.now();
      socket.write(message);
    });
    socket.write(message);
  });
  socket.destroy();
  times.sort();
  return [times[Math.floor(rounds / 2)]!, times[Math.floor(rounds * 0.99)]!];
}

async function connections(port: number, count: number): Promise<number[]> {
  const start = performance.now();
  let started = 0;
  const lane = async () => {
    while (started < count) {
      started++;
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.write(Buffer.of(ECHO));
      await once(socket, 'data');
      socket.end();
      await once(socket, 'close');
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return [count / ((performance.now() - start) / 1000)];
}

async function perform(task: LoadTask): Promise<number[]> {
  if (task.kind === 'throughput') return throughput(task.port, task.megabytes, task.content);
  if (task.kind === 'latency') return latency(task.port, task.rounds);
  if (task.kind === 'download') return download(task.port, task.megabytes);
  if (task.kind === 'requests')
    return latency(task.port, task.rounds, requestFor(SMALL), headFor(SMALL).length + SMALL);
  return connections(task.port, task.count);
}

if (process.send) {
  const sink = createServer(serve);
  sink.listen(0, '127.0.0.1', () => process.send?.({ port: (sink.address() as AddressInfo).port }));
  process.on('message', (task: LoadTask) => {
    perform(task).then(
      (figures) => process.send?.({ figures } satisfies LoadResult),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
}
