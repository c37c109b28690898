import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText, openSse, rpc } from '../../test/kit/http.ts';
import { request, toolCall } from '../../test/kit/json-rpc.ts';

const ping = request(1, 'ping');

async function openMessages(t: TestContext, base: string) {
  const stream = await openSse(t, `${base}/sse`);
  return { stream, url: (await stream.event('endpoint')).data };
}

test('a content type other than JSON is 415, a missing one is taken', async (t) => {
  const { mcp, base } = await startFront(t);
  const body = JSON.stringify(ping);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    assert.equal((await fetchText(mcp, { body, headers: { 'content-type': type } })).status, 415, type);
  assert.equal((await fetchText(mcp, { body })).status, 200);
  const utf8 = { 'content-type': 'application/json; charset=utf-8' };
  assert.equal((await fetchText(mcp, { body, headers: utf8 })).status, 200);
  const { url } = await openMessages(t, base);
  assert.equal((await fetchText(url, { body, headers: { 'content-type': 'text/plain' } })).status, 415);
});

test('malformed JSON is 400 with -32700, a non-request 400 with -32600', async (t) => {
  const { mcp } = await startFront(t);
  for (const body of ['{', '', 'x', '{"a":1}}']) {
    const reply = await fetchText(mcp, {
      body: Buffer.from(body),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(reply.status, 400, body);
    assert.equal(JSON.parse(reply.text).error.code, -32700);
    assert.equal(JSON.parse(reply.text).id, null);
  }
  for (const body of [{ a: 1 }, 5, [], { jsonrpc: '2.0', id: null, method: 'ping' }]) {
    const reply = await rpc(mcp, JSON.stringify(body));
    assert.equal(reply.status, 400);
    assert.equal(reply.answer?.error?.code, -32600);
  }
});

test('a body over the limit is 413, told or not', async (t) => {
  const { mcp } = await startFront(t);
  const words = 'x'.repeat(5 * 1024 * 1024);
  const told = await rpc(mcp, toolCall(1, 'echo', { words }));
  assert.equal(told.status, 413);
  const parts = (async function* () {
    for (let i = 0; i < 80; i++) yield Buffer.alloc(65_536, 120);
  })();
  const untold = await fetch(mcp, { method: 'POST', body: ReadableStream.from(parts), duplex: 'half' });
  assert.equal(untold.status, 413);
  await untold.text();
  const fits = await rpc(mcp, toolCall(1, 'echo', { words: 'x'.repeat(4_000_000) }));
  assert.equal(fits.status, 200);
});

test('who asks before sending too much is refused before sending it', async (t) => {
  const { port } = await startFront(t);
  const head = (length: number) =>
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
  for (const [length, answer] of [
    [50_000_000, /^HTTP\/1\.1 413/],
    [50, /^HTTP\/1\.1 100/],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write(head(length));
    const first = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    assert.match(first.toString(), answer);
  }
});
