// Every byte of many connections at once, in both directions, by hash: sent, received, and read back from the log.
//   node test/heavy/wire-exactness.ts --gigabytes 2 --connections 5000
import assert from 'node:assert/strict';
import { createHash, type Hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readLog } from '../../src/engines/wire/log/read-log.ts';
import { startWireProcess } from '../kit/wire-process.ts';

export interface ExactnessOptions {
  /** Both directions together. */
  readonly bytes: number;
  readonly connections: number;
  readonly folder: string;
}

export interface ExactnessResult {
  readonly connections: number;
  readonly bytes: number;
  /** Most connections that were open at the same moment. */
  readonly most: number;
  readonly transferSeconds: number;
  readonly checkSeconds: number;
  readonly peakMegabytes: number;
}

interface Ends {
  up: string;
  down: string;
}

const POOL = randomBytes(4 * 1024 * 1024);
const HEADER = 8;
/** This many connections share four fifths of the bytes. */
const LARGE = 8;

/** Random bytes in random pieces, from one byte to half a megabyte, most of them small. */
function* pieces(total: number): Generator<Buffer> {
  for (let left = total; left > 0; ) {
    const size = Math.min(left, Math.ceil(Math.random() ** 6 * 500_000));
    const at = Math.floor(Math.random() * (POOL.length - size));
    yield POOL.subarray(at, at + size);
    left -= size;
  }
}

async function send(socket: Socket, total: number, hash: Hash): Promise<void> {
  for (const piece of pieces(total)) {
    hash.update(piece);
    if (!socket.write(piece)) await once(socket, 'drain');
  }
  socket.end();
}

async function receive(socket: Socket, hash: Hash): Promise<void> {
  for await (const chunk of socket as AsyncIterable<Buffer>) hash.update(chunk);
}

/** Answers with as many bytes as the header asks for; remembers by the header's number what it saw. */
async function answer(socket: Socket, seen: Map<number, Ends>): Promise<void> {
  const up = createHash('sha256');
  const down = createHash('sha256');
  let header = Buffer.alloc(0);
  while (header.length < HEADER) header = Buffer.concat([header, (await once(socket, 'data'))[0] as Buffer]);
  socket.pause();
  up.update(header);
  await Promise.all([receive(socket, up), send(socket, header.readUInt32BE(4), down)]);
  seen.set(header.readUInt32BE(0), { up: up.digest('hex'), down: down.digest('hex') });
}

async function converse(socket: Socket, index: number, bytes: number): Promise<Ends> {
  const up = createHash('sha256');
  const down = createHash('sha256');
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(index, 0);
  header.writeUInt32BE(Math.ceil(bytes / 2), 4);
  socket.write(header);
  up.update(header);
  await Promise.all([receive(socket, down), send(socket, Math.max(0, Math.floor(bytes / 2) - HEADER), up)]);
  return { up: up.digest('hex'), down: down.digest('hex') };
}

async function readBack(folder: string): Promise<Map<string, Ends>> {
  const hashes = new Map<string, { client: string; up: Hash; down: Hash }>();
  const files = (await readdir(folder)).sort().map((name) => join(folder, name));
  for await (const record of readLog(files, {
    onBroken: (file, at) => assert.fail(`half a record in ${file} at ${at}`),
  })) {
    if (record.kind === 'event') {
      if (record.event !== 'open' || !record.connId) continue;
      const client = String(record.fields.from);
      hashes.set(record.connId, { client, up: createHash('sha256'), down: createHash('sha256') });
    } else {
      const known = hashes.get(record.connId);
      assert.ok(known, `data before the open of ${record.connId}`);
      (record.direction === 'upstream' ? known.up : known.down).update(record.bytes);
    }
  }
  return new Map(
    [...hashes.values()].map(({ client, up, down }) => [
      client,
      { up: up.digest('hex'), down: down.digest('hex') },
    ]),
  );
}

export async function exactness({ bytes, connections, folder }: ExactnessOptions): Promise<ExactnessResult> {
  const atTarget = new Map<number, Ends>();
  const server = createServer(
    { allowHalfOpen: true, noDelay: true },
    (socket) => void answer(socket, atTarget),
  );
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  const wire = await startWireProcess({
    directory: folder,
    targetPort: (server.address() as AddressInfo).port,
    flushMillis: 500,
  });
  try {
    const start = performance.now();
    const sockets = await dialAll(wire.port, connections);
    let most = 0;
    // The system has accepted them all; the proxy may be a little behind.
    while (most < connections) most = (await wire.ask('state')).live;
    const share = (index: number) =>
      index < LARGE ? (bytes * 0.8) / LARGE : (bytes * 0.2) / Math.max(1, connections - LARGE);
    const addresses = sockets.map((socket) => `127.0.0.1:${socket.localPort}`);
    const atClient = await Promise.all(sockets.map((socket, index) => converse(socket, index, share(index))));
    const { peakMegabytes, lostBytes } = await wire.ask('close');
    const transferred = performance.now();
    assert.equal(lostBytes, 0);
    const inLog = await readBack(folder);
    assert.equal(inLog.size, connections);
    for (const [index, ends] of atClient.entries()) {
      assert.deepEqual(atTarget.get(index), ends, `connection ${index}: what arrived is not what was sent`);
      assert.deepEqual(
        inLog.get(addresses[index]!),
        ends,
        `connection ${index}: the log is not what was sent`,
      );
    }
    const checked = performance.now();
    return {
      connections,
      bytes,
      most,
      transferSeconds: (transferred - start) / 1000,
      checkSeconds: (checked - transferred) / 1000,
      peakMegabytes,
    };
  } finally {
    await wire.kill();
    server.close();
  }
}

/** All open at the same time, some hundred at once. */
async function dialAll(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(250, count - sockets.length) }, async () => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
      await once(socket, 'connect');
      return socket;
    });
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      gigabytes: { type: 'string', default: '2' },
      connections: { type: 'string', default: '5000' },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'wire-exactness-'));
  try {
    const result = await exactness({
      bytes: Number(values.gigabytes) * 1e9,
      connections: Number(values.connections),
      folder,
    });
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
