import assert from 'node:assert/strict';
import { once } from 'node:events';
import http2 from 'node:http2';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { decoderSuite } from '../../../../../test/kit/decoder-suite.ts';
import type { Chunk } from '../chunk.ts';
import { isHttpRequest, isHttpResponse } from '../exchanges.ts';
import { capturingRelay } from '../fixtures/capturing-relay.ts';
import { decodeAll, flow } from '../fixtures/flows.ts';
import { http2 as decoder } from './http2.ts';

async function http2Flow(): Promise<Chunk[]> {
  const server = http2.createServer((_request, response) => response.end('answer'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const relay = await capturingRelay({ port: address && typeof address === 'object' ? address.port : 0 });
  const session = http2.connect(`http://127.0.0.1:${relay.port}`);
  await session.request({ ':path': '/one' }).toArray();
  await session.request({ ':path': '/two', cookie: 'a=b' }).toArray();
  session.close();
  await once(session, 'close');
  server.close();
  await relay.close();
  return relay.flows[0] ?? [];
}

// Frames lie inside the requests and responses that they make up.
decoderSuite(decoder, { 'two requests': http2Flow }, { areNested: true });

const text = (body: Uint8Array | undefined) => Buffer.from(body ?? []).toString();

async function serve(t: { after: (close: () => unknown) => void }) {
  const server = http2.createServer();
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    if (headers[':path'] === '/hang') return;
    if (headers[':path'] === '/gzip') {
      stream.respond({ ':status': 200, 'content-encoding': 'gzip' });
      stream.end(zlib.gzipSync('packed '.repeat(50)));
      return;
    }
    stream.respond(
      { ':status': 201, 'content-type': 'text/plain', 'x-long': 'v'.repeat(300) },
      { waitForTrailers: true },
    );
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '42' }));
    stream.pipe(stream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const relay = await capturingRelay({ port: address.port });
  t.after(relay.close);
  return relay;
}

test('real traffic: streams with headers, bodies, trailers, compression, resets, goaway', async (t) => {
  const relay = await serve(t);
  const session = http2.connect(`http://127.0.0.1:${relay.port}`, { settings: { headerTableSize: 8192 } });
  t.after(() => session.destroy());
  const post = session.request({ ':method': 'POST', ':path': '/echo', 'x-q': 'ü' });
  const get = session.request({ ':path': '/gzip' });
  post.end('body '.repeat(10_000));
  await Promise.all([post.toArray(), get.toArray()]);
  const hang = session.request({ ':path': '/hang' });
  hang.on('error', () => {});
  hang.close(http2.constants.NGHTTP2_CANCEL);
  await once(hang, 'close');
  session.close();
  await once(session, 'close');

  const messages = await decodeAll(relay.flows[0] ?? []);
  assert.ok(messages.every((one) => one.protocol === 'http2'));
  assert.deepEqual(
    messages.filter((one) => one.kind === 'error'),
    [],
  );
  const kinds = new Set(messages.map((one) => one.kind));
  for (const kind of ['preface', 'settings', 'headers', 'data', 'window-update', 'rst-stream', 'goaway']) {
    assert.ok(kinds.has(kind), kind);
  }
  const settings = messages.find((one) => one.kind === 'settings' && one.direction === 'up');
  assert.match(settings?.summary ?? '', /HEADER_TABLE_SIZE=8192/);
  const request = messages.filter(isHttpRequest).find((one) => one.detail.method === 'POST');
  assert.equal(request?.detail.url, `http://127.0.0.1:${relay.port}/echo`);
  assert.equal(request?.bodyLength, 50_000);
  const answer = messages.filter(isHttpResponse).find((one) => one.exchange === request?.exchange);
  assert.equal(answer?.detail.status, 201);
  assert.equal(text(answer?.body), 'body '.repeat(10_000));
  assert.deepEqual(answer?.detail.trailers, [['x-sum', '42']]);
  assert.equal(answer?.detail.method, 'POST');
  const packed = messages.filter(isHttpResponse).find((one) => one.detail.target === '/gzip');
  assert.equal(text(packed?.body), 'packed '.repeat(50));
  const reset = messages.find((one) => one.kind === 'rst-stream');
  assert.equal(reset?.detail.error, 'CANCEL');
});

test('an HTTP/1.1 upgrade to h2c: stream 1 answers the first request', async () => {
  const frame = (type: number, flags: number, stream: number, payload: number[]) =>
    Uint8Array.of(0, 0, payload.length, type, flags, 0, 0, 0, stream, ...payload);
  const messages = await decodeAll(
    flow(
      [
        'up',
        'GET /old HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
      ],
      ['down', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
      ['down', frame(4, 0, 0, [])],
      ['up', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['up', frame(4, 0, 0, [])],
      ['down', frame(1, 4, 1, [0x88])],
      ['down', frame(0, 1, 1, [0x68, 0x69])],
    ),
  );
  const answer = messages.find((one) => one.protocol === 'http2' && one.kind === 'response');
  assert.ok(answer && isHttpResponse(answer));
  assert.deepEqual([answer.detail.status, answer.detail.target, answer.exchange], [200, '/old', 1]);
  assert.equal(text(answer.body), 'hi');
});

test('padding, continuation, push, and what was begun when the capture ends', async () => {
  const head = (length: number, type: number, flags: number, stream: number) =>
    String.fromCharCode(0, 0, length, type, flags, 0, 0, 0, stream);
  const messages = await decodeAll(
    flow(
      [
        'up',
        `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${head(1, 1, 1, 1)}\x82${head(3, 9, 4, 1)}\x84\x86\x41${head(2, 9, 4, 1)}\x01h`,
      ],
      [
        'down',
        `${head(6, 5, 4, 1)}\x00\x00\x00\x02\x82\x85${head(1, 1, 4, 1)}\x88${head(5, 0, 8, 1)}\x02hi\x00\x00`,
      ],
    ),
  );
  const up = messages.find((one) => one.direction === 'up' && one.kind === 'error');
  assert.match(up?.error ?? '', /HPACK: a header block ends too early/);
  const pushed = messages.find(isHttpRequest);
  assert.deepEqual(
    [pushed?.direction, pushed?.detail.target, pushed?.detail.stream],
    ['down', '/index.html', 2],
  );
  const open = messages.find(isHttpResponse);
  assert.equal(text(open?.body), 'hi');
  assert.match(open?.error ?? '', /ends inside stream 1 \(down, offset/);
});
