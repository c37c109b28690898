import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { openSse, rpc } from '../../test/kit/http.ts';
import { toolCall } from '../../test/kit/json-rpc.ts';

async function open(t: TestContext, base: string, query = '') {
  const stream = await openSse(t, `${base}/sse${query}`);
  return { stream, url: (await stream.event('endpoint')).data };
}

test('a comment keeps the stream alive', async (t) => {
  const { base } = await startFront(t, { times: { ssePing: 10 } });
  const { stream } = await open(t, base);
  assert.equal(await stream.comments.first(() => true, 'a ping'), 'ping');
});

test('a client that never reads its stream is given up', async (t) => {
  const { base, port, service } = await startFront(t, { times: { sseReply: 1 } });
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const id = await new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (part) => {
      text += part;
      const found = /sessionId=([\w-]+)\n/.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
  socket.pause();
  const url = `${base}/message?sessionId=${id}`;
  for (let sent = 0; sent < 20; sent++) await rpc(url, toolCall(sent, 'big', { bytes: 4_000_000 }));
  await service.happened('closed session-1');
});
