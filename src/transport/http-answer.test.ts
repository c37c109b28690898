import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fetchText } from '../../test/kit/http.ts';
import { refuse, sendEmpty, sendJson } from './http-answer.ts';

async function answered(t: TestContext, answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return fetchText(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

test('JSON goes out with its length in bytes', async (t) => {
  const { headers, text } = await answered(t, (response) => sendJson(response, 200, '"é"', { 'X-Own': '1' }));
  assert.equal(headers['content-length'], '4');
  assert.equal(headers['x-own'], '1');
  assert.equal(text, '"é"');
});

test('a refusal is a JSON-RPC error without an id', async (t) => {
  const { status, text } = await answered(t, (response) => refuse(response, { status: 418, message: 'No.' }));
  assert.equal(status, 418);
  assert.deepEqual(JSON.parse(text), { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'No.' } });
});

test('an empty answer says so, but for 204, which has no length', async (t) => {
  assert.equal((await answered(t, (response) => sendEmpty(response, 202))).headers['content-length'], '0');
  const none = await answered(t, (response) => sendEmpty(response, 204, { Allow: 'GET' }));
  assert.equal(none.headers['content-length'], undefined);
  assert.equal(none.headers.allow, 'GET');
});

test('only the first answer counts', async (t) => {
  const { status, text } = await answered(t, (response) => {
    sendJson(response, 200, '1');
    refuse(response, { status: 500, message: 'late' });
    sendEmpty(response, 202);
  });
  assert.deepEqual([status, text], [200, '1']);
});
