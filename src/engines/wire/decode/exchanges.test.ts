import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chunk } from './chunk.ts';
import { decodeFlow } from './decode-flow.ts';
import { type HttpExchange, httpExchanges } from './exchanges.ts';
import { flow } from './fixtures/flows.ts';

async function exchanges(chunks: Chunk[]): Promise<HttpExchange[]> {
  const found: HttpExchange[] = [];
  for await (const exchange of httpExchanges(decodeFlow(chunks))) found.push(exchange);
  return found;
}

test('requests and responses become exchanges with sizes and timings', async () => {
  const [only, ...others] = await exchanges(
    flow(
      ['up', 'POST /a?b=c HTTP/1.1\r\nHost: h:81\r\nContent-Length: 4\r\n\r\nab'],
      ['up', 'cd'],
      ['down', 'HTTP/1.1 100 Continue\r\n\r\n'],
      ['down', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no'],
      ['down', 'k'],
    ),
  );
  assert.equal(others.length, 0);
  assert.equal(only?.request.url, 'http://h:81/a?b=c');
  assert.equal(only?.request.bodySize, 4);
  assert.equal(only?.request.headersSize, 55);
  assert.deepEqual(only?.timings, { send: 1, wait: 2, receive: 1 });
  assert.deepEqual(
    [only?.response?.status, only?.response?.contentSize, only?.response?.cut],
    [200, 2, false],
  );
  assert.equal(only?.error, undefined);
});

test('an answer before the end of the request, and a request without answer', async () => {
  const [early, lost] = await exchanges(
    flow(
      ['up', 'PUT /big HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nab'],
      ['down', 'HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n'],
      ['up', 'cdGET /next HTTP/1.1\r\nHost: h\r\n\r\n'],
    ),
  );
  assert.deepEqual([early?.request.method, early?.response?.status, early?.timings.wait], ['PUT', 413, 0]);
  assert.deepEqual(
    [lost?.request.url, lost?.response, lost?.error],
    ['http://h/next', undefined, 'No response was captured.'],
  );
});

test('a WebSocket keeps its messages', async () => {
  const [only] = await exchanges(
    flow(
      ['up', 'GET /s HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n\r\n'],
      ['down', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n'],
      ['up', '\x81\x82\x00\x00\x00\x00hi'],
      ['down', '\x82\x01\x07'],
    ),
  );
  assert.deepEqual([only?.response?.status, only?.request.url], [101, 'ws://h/s']);
  assert.deepEqual(
    only?.webSocketMessages?.map(({ type, opcode, data }) => [type, opcode, [...data]]),
    [
      ['send', 1, [0x68, 0x69]],
      ['receive', 2, [7]],
    ],
  );
});

test('after an upgrade to h2c the answer is the one of HTTP/2', async () => {
  const [only, ...others] = await exchanges(
    flow(
      ['up', 'GET /old HTTP/1.1\r\nHost: h\r\nUpgrade: h2c\r\n\r\n'],
      ['down', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n'],
      ['down', '\x00\x00\x01\x01\x05\x00\x00\x00\x01\x88'],
    ),
  );
  assert.equal(others.length, 0);
  assert.deepEqual(
    [only?.request.url, only?.response?.status, only?.response?.httpVersion],
    ['http://h/old', 200, 'HTTP/2'],
  );
});
