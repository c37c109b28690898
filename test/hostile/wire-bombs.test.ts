/** Answers that are small on the wire and huge when they are decompressed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import * as http2 from 'node:http2';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import zlib from 'node:zlib';
import { WebSocket, WebSocketServer } from 'ws';
import { wireExport } from '../../src/toolsets/wire/wire-export.ts';
import { wireFlow } from '../../src/toolsets/wire/wire-flow.ts';
import { wireFlows } from '../../src/toolsets/wire/wire-flows.ts';
import { portOf } from '../kit/tcp.ts';
import { type WireKit, wireKit, words } from '../kit/wire-kit.ts';

const MB = 1 << 20;
const ANSWERS = 8;
const CUT = /cut: more would be decompressed than one call may/;
const zeros = Buffer.alloc(24 * MB);
/** Together they would be three times of what one call may spend. */
const bombs: Record<string, () => Buffer> = {
  br: () => zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => zlib.gzipSync(zeros),
  deflate: () => zlib.deflateSync(zeros),
  zstd: () => zlib.zstdCompressSync(zeros),
  'gzip, br': () => zlib.brotliCompressSync(zlib.gzipSync(zeros)),
};

/** Runs it and gives by how much the process grew meanwhile at most. */
async function growth(act: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await act().finally(() => clearInterval(timer));
  return (Math.max(most, process.memoryUsage.rss()) - before) / MB;
}

async function onlyFlow(kit: WireKit): Promise<string> {
  await kit.settled();
  const { flows } = (await kit.call(wireFlows)).data as { flows: { id: string }[] };
  return flows[0]!.id;
}

/** Every way to look at it stays small and says that it was cut. */
async function lookAtAll(kit: WireKit, id: string): Promise<void> {
  const grown = await growth(async () => {
    assert.match(words(await kit.call(wireFlow, { id, limit: 200 })), CUT);
    assert.doesNotMatch(words(await kit.call(wireFlow, { id, view: 'hex' })), /Error/);
    const har = (await kit.call(wireExport, { format: 'har', ids: [id] })).data as {
      files: { path: string }[];
    };
    const { path } = har.files[0]!;
    assert.ok(statSync(path).size < 150 * MB, `${statSync(path).size} bytes of HAR`);
    assert.match(readFileSync(path, 'utf8'), CUT);
  });
  assert.ok(grown < 400, `grew by ${grown.toFixed(0)} MB`);
}

for (const [coding, make] of Object.entries(bombs))
  test(`${ANSWERS} answers of ${coding} in one connection`, async (t: TestContext) => {
    const kit = await wireKit(t);
    const body = make();
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-encoding': coding, 'content-length': body.length }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const port = await kit.rule(portOf(server.address()));
    await pipelined(port, ANSWERS);
    const id = await onlyFlow(kit);
    await lookAtAll(kit, id);
    // One of the last is read all the same: what comes before it is not paid for.
    const last = words(await kit.call(wireFlow, { id, message: 2 * ANSWERS - 1 }));
    assert.match(last, /200 OK/);
    assert.match(last, /\d{7,} bytes in all/);
  });

async function pipelined(port: number, count: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
  socket.end(request.repeat(count - 1) + request.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
  socket.resume();
  await once(socket, 'close');
}

test('streams of HTTP/2', async (t) => {
  const kit = await wireKit(t);
  const body = bombs.br!();
  const server = http2.createServer().on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-encoding': 'br' });
    stream.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const port = await kit.rule(portOf(server.address()));
  const client = http2.connect(`http://127.0.0.1:${port}`);
  await Promise.all(
    Array.from({ length: ANSWERS }, async () => {
      const stream = client.request({ ':path': '/' }).resume();
      await once(stream, 'close');
    }),
  );
  client.close();
  await once(client, 'close');
  await lookAtAll(kit, await onlyFlow(kit));
});

test('messages of a WebSocket', async (t) => {
  const kit = await wireKit(t);
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    perMessageDeflate: { serverNoContextTakeover: true },
  });
  await once(server, 'listening');
  t.after(() => server.close());
  server.on('connection', (socket) => {
    for (let n = 0; n < 30; n++) socket.send(zeros.subarray(0, 3.5 * MB));
    socket.close();
  });
  const port = await kit.rule(portOf(server.address()));
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  client.on('message', () => undefined);
  await once(client, 'close');
  const id = await onlyFlow(kit);
  const grown = await growth(async () => {
    assert.match(words(await kit.call(wireFlow, { id, limit: 400 })), CUT);
    await kit.call(wireExport, { format: 'har', ids: [id] });
  });
  assert.ok(grown < 500, `grew by ${grown.toFixed(0)} MB`);
});
