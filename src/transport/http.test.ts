import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { openSse, rpc } from '../../test/kit/http.ts';
import { initialize, request, toolCall } from '../../test/kit/json-rpc.ts';

const _ping = request(1, 'ping');

test('a client that sends its headers drop by drop is cut off', async (t) => {
  const { port } = await startFront(t, { times: { headers: 150, request: 300 } });
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  assert.match(text, /^HTTP\/1\.1 408/);
});

test('what is no HTTP gets a 400 and is cut off', async (t) => {
  const { port } = await startFront(t);
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write('\u0000\u0001 not http\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  assert.match(text, /^HTTP\/1\.1 400/);
});

test('close() ends within two seconds, streams and calls in flight or not', async (t) => {
  const { front, mcp, base, service } = await startFront(t, { times: { grace: 50 } });
  const session = String((await rpc(mcp, initialize(1))).headers['mcp-session-id']);
  const stream = await openSse(t, mcp, { 'mcp-session-id': session });
  await openMessages(t, base);
  const inFlight = [
    rpc(mcp, toolCall(2, 'gate'), { session }).catch(() => 'cut'),
    rpc(mcp, toolCall(3, 'gate')).catch(() => 'cut'),
  ];
  await service.happened('start gate');
  assert.equal(stream.status, 200);
  const begin = performance.now();
  await front.close();
  assert.ok(performance.now() - begin < 2000);
  assert.deepEqual(await Promise.all(inFlight), ['cut', 'cut']);
  assert.equal(service.live.size, 0);
});

test('close() lets a call in flight end', async (t) => {
  const { front, mcp, service } = await startFront(t, { times: { grace: 1500 } });
  const call = rpc(mcp, toolCall(3, 'gate'));
  await service.happened('start gate');
  const closed = front.close();
  service.openGate();
  assert.equal((await call).answer?.result.content[0].text, 'through');
  await closed;
});

function _noContent(_request: unknown, response: import('node:http').ServerResponse): void {
  response.writeHead(204).end();
}

async function openMessages(t: TestContext, base: string) {
  const stream = await openSse(t, `${base}/sse`);
  return { stream, url: (await stream.event('endpoint')).data };
}
