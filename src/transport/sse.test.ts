import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText, openSse, rpc } from '../../test/kit/http.ts';
import { request, toolCall } from '../../test/kit/json-rpc.ts';

async function open(t: TestContext, base: string, query = '') {
  const stream = await openSse(t, `${base}/sse${query}`);
  return { stream, url: (await stream.event('endpoint')).data };
}

test('the endpoint event has an absolute URL of the host that was asked', async (t) => {
  const { base, port } = await startFront(t);
  const stream = await openSse(t, `${base}/sse`, { host: `localhost:${port}` });
  assert.match(stream.headers['content-type'] ?? '', /^text\/event-stream/);
  const { data } = await stream.event('endpoint');
  assert.match(data, new RegExp(`^http://localhost:${port}/message\\?sessionId=[\\w-]+$`));
});

test('a public URL takes its place', async (t) => {
  const { base } = await startFront(t, { publicUrl: 'https://box.example/tools/' });
  const { url } = await open(t, base);
  assert.match(url, /^https:\/\/box\.example\/tools\/message\?sessionId=/);
});

test('the walk through of the old protocol, answered both ways', async (t) => {
  const { base } = await startFront(t);
  const { stream, url } = await open(t, base);
  const hello = await rpc(url, request(1, 'initialize', {}));
  assert.equal(hello.status, 200);
  assert.equal(hello.answer?.result.protocolVersion, '2024-11-05');
  assert.deepEqual((await stream.answer(1)).result, hello.answer?.result);
  assert.deepEqual((await rpc(url, request(2, 'initialized', {}))).answer?.result, {});
  assert.deepEqual((await stream.answer(2)).result, {});
  await rpc(url, request(3, 'tools/list'));
  assert.equal((await stream.answer(3)).result.tools.length, 7);
  assert.deepEqual((await rpc(url, request(4, 'ping'))).answer?.result, {});
  const notified = await rpc(url, { jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.equal(notified.status, 202);
});

test('a slow call is accepted at once and answered on the stream', async (t) => {
  const { base, service } = await startFront(t, { times: { sseReply: 20 } });
  const { stream, url } = await open(t, base);
  const accepted = await rpc(url, toolCall(1, 'gate'));
  assert.equal(accepted.status, 202);
  service.openGate();
  assert.equal((await stream.answer(1)).result.content[0].text, 'through');
});

test('a cancelled call ends its POST', async (t) => {
  const { base, service } = await startFront(t, { times: { sseReply: 60_000 } });
  const { url } = await open(t, base);
  const call = rpc(url, toolCall('c', 'gate'));
  await service.happened('start gate');
  await rpc(url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } });
  assert.equal((await call).status, 202);
  await service.happened('gate aborted');
});

test('progress comes on the stream', async (t) => {
  const { base } = await startFront(t);
  const { stream, url } = await open(t, base);
  const params = { name: 'steps', arguments: { count: 2 }, _meta: { progressToken: 'p' } };
  await rpc(url, request(1, 'tools/call', params));
  await stream.answer(1);
  const steps = stream.events.all.filter(({ data }) => data.includes('notifications/progress'));
  assert.equal(steps.length, 2);
});

test('batches, and what is no message', async (t) => {
  const { base } = await startFront(t);
  const { url } = await open(t, base);
  const both = await rpc(url, [request(1, 'ping'), request(2, 'ping'), 7]);
  assert.deepEqual(
    both.messages.map(({ id }) => id),
    [1, 2, null],
  );
  const broken = await fetchText(url, { body: '{' });
  assert.equal(broken.status, 400);
  assert.equal(JSON.parse(broken.text).error.code, -32700);
  assert.equal((await rpc(url, { x: 1 })).status, 400);
});

test('an unknown session is 404', async (t) => {
  const { base } = await startFront(t);
  assert.equal((await rpc(`${base}/message?sessionId=nobody`, request(1, 'ping'))).status, 404);
  assert.equal((await rpc(`${base}/message`, request(1, 'ping'))).status, 400);
});

test('a dropped client is cleaned up, its calls too', async (t) => {
  const { base, service } = await startFront(t);
  const { stream, url } = await open(t, base);
  const call = rpc(url, toolCall(1, 'gate'));
  await service.happened('start gate');
  stream.close();
  await service.happened('gate aborted');
  await service.happened('closed session-1');
  await call;
  assert.equal((await rpc(url, request(2, 'ping'))).status, 404);
});

test('a key: as ?token= or as Bearer', async (t) => {
  const { base } = await startFront(t, { key: 'k k' });
  const { url } = await open(t, base, '?token=k%20k');
  assert.equal((await rpc(url, request(1, 'ping'))).status, 200, 'the URL brings the token along');
  const bare = url.replace(/&token=.*/, '');
  assert.notEqual(bare, url);
  assert.equal((await rpc(bare, request(2, 'ping'))).status, 401);
  assert.equal((await rpc(bare, request(3, 'ping'), { key: 'k k' })).status, 200);
  assert.equal((await rpc(`${bare}&token=wrong`, request(4, 'ping'))).status, 403);
  const stream = await openSse(t, `${base}/sse`, { authorization: 'Bearer k k' });
  assert.doesNotMatch((await stream.event('endpoint')).data, /token/);
});

test('without sse the old paths are not there', async (t) => {
  const { base } = await startFront(t, { sse: false });
  assert.equal((await fetchText(`${base}/sse`)).status, 404);
  assert.equal((await rpc(`${base}/message`, request(1, 'ping'))).status, 404);
});
