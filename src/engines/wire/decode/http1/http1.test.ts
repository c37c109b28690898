import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { decoderSuite } from '../../../../../test/kit/decoder-suite.ts';
import { isHttpRequest, isHttpResponse } from '../exchanges.ts';
import { capturingRelay } from '../fixtures/capturing-relay.ts';
import { decodeAll, flow, stream } from '../fixtures/flows.ts';
import type { Message } from '../message.ts';
import { http1 } from './http1.ts';

const gzip = zlib.gzipSync('compressed '.repeat(20)).toString('latin1');
const session = flow(
  [
    'up',
    'GET /a HTTP/1.1\r\nHost: h\r\n\r\nPOST /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n',
  ],
  [
    'down',
    `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${gzip.length}\r\n\r\n${gzip}HTTP/1.1 100 Continue\r\n\r\n`,
  ],
  ['up', '\r\nGET /c HTTP/1.1\r\nUpgrade: h2c\r\n\r\nGET /d HTTP/1.1\r\n\r\n'],
  [
    'down',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\n\r\nHTTP/1.1 204 No Content\r\n\r\nHTTP/1.0 200\r\n\r\nto the end',
  ],
);

decoderSuite(http1, { 'a session': session });

const brief = (messages: Message[]) =>
  messages.map(({ direction, kind, summary, exchange }) => [direction, kind, summary, exchange]);
const text = (message: Message | undefined) => Buffer.from(message?.body ?? []).toString();

test('real traffic: keep-alive, chunks, trailers, compression, HEAD, 204, 304, uploads', async (t) => {
  const server = http.createServer((request, response) => {
    const coding = new URL(request.url ?? '', 'http://x').searchParams.get('coding');
    if (request.url === '/empty') response.writeHead(204).end();
    else if (request.url === '/same') response.writeHead(304, { etag: '"1"' }).end();
    else if (request.url === '/trailer') {
      response.writeHead(200, { Trailer: 'X-Sum' });
      response.write('one ');
      response.addTrailers({ 'X-Sum': 'abc' });
      response.end('two');
    } else if (coding) {
      const body = {
        gzip: zlib.gzipSync,
        deflate: zlib.deflateSync,
        br: zlib.brotliCompressSync,
        zstd: zlib.zstdCompressSync,
      }[coding];
      response.writeHead(200, { 'content-encoding': coding }).end(body?.('plain '.repeat(100)));
    } else request.pipe(response.writeHead(200, { 'content-type': 'text/plain' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const relay = await capturingRelay({ port: address.port });
  t.after(relay.close);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const ask = async (path: string, method = 'GET', body?: string) => {
    const request = http.request({ port: relay.port, host: '127.0.0.1', path, method, agent });
    request.end(body);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await response.resume().toArray();
  };
  for (const coding of ['gzip', 'deflate', 'br', 'zstd']) await ask(`/?coding=${coding}`);
  await ask('/echo', 'POST', 'hello');
  await ask('/empty');
  await ask('/same');
  await ask('/trailer');
  await ask('/echo', 'HEAD');

  const [chunks = []] = relay.flows;
  const messages = await decodeAll(chunks);
  const requests = messages.filter(isHttpRequest);
  const responses = messages.filter(isHttpResponse);
  assert.equal(requests.length, 9);
  assert.deepEqual(
    responses.map((one) => one.detail.status),
    [200, 200, 200, 200, 200, 204, 304, 200, 200],
  );
  assert.ok(messages.every((message) => message.error === undefined));
  for (const one of responses.slice(0, 4)) {
    assert.equal(text(one), 'plain '.repeat(100));
    assert.equal(one.bodyLength, 600);
    assert.ok(one.detail.rawLength < 100);
    assert.equal(one.detail.decoded?.length, 1);
  }
  assert.equal(text(requests[4]), 'hello');
  assert.equal(requests[4]?.detail.url, `http://127.0.0.1:${relay.port}/echo`);
  assert.equal(text(responses[4]), 'hello');
  assert.equal(responses[8]?.body, undefined);
  assert.deepEqual(responses[7]?.detail.trailers, [['X-Sum', 'abc']]);
  assert.deepEqual(
    responses.map((one) => one.exchange),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  for (const one of responses) {
    const { timing } = one.detail;
    assert.ok(timing && timing.requestStart <= timing.requestEnd && timing.requestEnd < timing.firstByte);
    assert.ok(timing.firstByte <= timing.lastByte);
  }
  for (const direction of ['up', 'down'] as const) {
    const sum = messages
      .filter((one) => one.direction === direction)
      .reduce((total, one) => total + one.length, 0);
    assert.equal(sum, stream(chunks, direction).length);
  }
});

test('pipelined requests get their answers in order, also the one to HEAD', async () => {
  const messages = await decodeAll(
    flow(
      ['up', 'HEAD /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n'],
      [
        'down',
        'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno',
      ],
    ),
  );
  assert.deepEqual(brief(messages), [
    ['up', 'request', 'HEAD /a', 1],
    ['up', 'request', 'GET /b', 2],
    ['down', 'response', '200 OK', 1],
    ['down', 'response', '404 Not Found, 2 bytes', 2],
  ]);
});

test('interim answers do not end an exchange; bodies may end with the connection', async () => {
  const messages = await decodeAll(
    flow(
      ['up', 'PUT /a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n'],
      ['down', 'HTTP/1.1 100 Continue\r\n\r\n'],
      ['up', 'abc'],
      ['down', 'HTTP/1.0 200 OK\r\n\r\nall that '],
      ['down', 'follows'],
    ),
  );
  assert.deepEqual(brief(messages), [
    ['down', 'response', '100 Continue', 1],
    ['up', 'request', 'PUT /a, 3 bytes', 1],
    ['down', 'response', '200 OK, 16 bytes', 1],
  ]);
  assert.equal(text(messages[2]), 'all that follows');
  assert.equal(messages[2]?.endTime, (messages[2]?.time ?? 0) + 1000);
});

test('CONNECT hands over to whatever follows; a refused upgrade stays HTTP', async () => {
  const tunnel = await decodeAll(
    flow(
      ['up', 'CONNECT db:6379 HTTP/1.1\r\nHost: db\r\n\r\n'],
      ['down', 'HTTP/1.1 200 Connection established\r\n\r\n'],
      ['up', '*1\r\n$4\r\nPING\r\n'],
      ['down', '+PONG\r\n'],
    ),
  );
  assert.deepEqual(
    tunnel.map((one) => `${one.protocol} ${one.summary}`),
    ['http1 CONNECT db:6379', 'http1 200 Connection established', 'redis PING', 'redis PONG'],
  );
  const refused = await decodeAll(
    flow(
      [
        'up',
        'GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\nGET /2 HTTP/1.1\r\n\r\n',
      ],
      ['down', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ),
  );
  assert.deepEqual(
    brief(refused).map(([, , summary]) => summary),
    ['GET /', 'GET /2', '200 OK'],
  );
});

test('an error says where it is, and the rest stays bytes; the other direction goes on', async () => {
  const messages = await decodeAll(
    flow(
      ['up', 'GET / HTTP/1.1\r\nHost: h\r\n\r\n'],
      ['down', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nrest'],
      ['up', 'GET /2 HTTP/1.1\r\n\r\n'],
    ),
  );
  assert.equal(messages[1]?.kind, 'error');
  assert.match(messages[1]?.error ?? '', /not a chunk size: "xyz.*\(down, offset 52\)/);
  assert.deepEqual(
    messages.slice(2).map((one) => [one.protocol, one.summary]),
    [
      ['data', '4 bytes: rest'],
      ['http1', 'GET /2'],
    ],
  );
});

test('bodies are cut at the limit and keep their length; a broken one is told', async () => {
  const long = flow(
    ['up', 'GET / HTTP/1.1\r\n\r\n'],
    ['down', `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(1000)}`],
  );
  const [, cut] = await decodeAll(long, { bodyLimit: 10 });
  assert.equal(text(cut), 'xxxxxxxxxx');
  assert.equal(cut?.bodyLength, 1000);
  const [, early] = await decodeAll(
    flow(['up', 'GET / HTTP/1.1\r\n\r\n'], ['down', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc']),
  );
  assert.equal(text(early), 'abc');
  assert.match(early?.error ?? '', /after 3 of 9 bytes/);
  const gzip = zlib.gzipSync('y'.repeat(5000));
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${gzip.length}\r\n\r\n`;
  const packed = flow(['up', 'GET / HTTP/1.1\r\n\r\n'], ['down', Buffer.concat([Buffer.from(head), gzip])]);
  const [, unpacked] = await decodeAll(packed, { bodyLimit: 100 });
  assert.equal(unpacked?.body?.length, 100);
  assert.equal(unpacked?.bodyLength, 5000);
  const [, raw] = await decodeAll(packed, { decompress: false });
  assert.deepEqual(Buffer.from(raw?.body ?? []), gzip);
  const [, wrong] = await decodeAll(
    flow(
      ['up', 'GET / HTTP/1.1\r\n\r\n'],
      ['down', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope'],
    ),
  );
  assert.equal(text(wrong), 'nope');
  assert.match(wrong?.error ?? '', /cannot be decompressed/);
});
