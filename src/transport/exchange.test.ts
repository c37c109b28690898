import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { rpc } from '../../test/kit/http.ts';
import { request, toolCall } from '../../test/kit/json-rpc.ts';

const progressCall = request(5, 'tools/call', {
  name: 'steps',
  arguments: {},
  _meta: { progressToken: 't' },
});

const isJson = (headers: { 'content-type'?: string | undefined }) =>
  headers['content-type']?.startsWith('application/json');

test('becomes a stream only when something must be streamed and the client takes it', async (t) => {
  const { mcp } = await startFront(t);
  const streamed = await rpc(mcp, progressCall);
  assert.match(streamed.headers['content-type'] ?? '', /^text\/event-stream/);
  assert.deepEqual(
    streamed.messages.map(({ method }) => method ?? 'answer'),
    ['notifications/progress', 'notifications/progress', 'notifications/progress', 'answer'],
  );
  const plain = await rpc(mcp, progressCall, { headers: { accept: '*/*' } });
  assert.ok(isJson(plain.headers));
  assert.equal(plain.messages.length, 1);
  const eventsOnly = await rpc(mcp, request(1, 'ping'), { headers: { accept: 'text/event-stream' } });
  assert.match(eventsOnly.headers['content-type'] ?? '', /^text\/event-stream/);
  assert.deepEqual(eventsOnly.answer?.result, {});
});

test('batches: an array of answers; only notifications: 202', async (t) => {
  const { mcp } = await startFront(t);
  const note = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } };
  const mixed = await rpc(mcp, [request(1, 'ping'), note, request(1, 'bogus'), 5, toolCall('x', 'echo')]);
  assert.equal(mixed.status, 200);
  const outline = mixed.messages.map(({ id, error }) => [id, error?.code]).sort();
  assert.deepEqual(
    outline,
    [
      [1, undefined],
      [1, -32601],
      [null, -32600],
      ['x', undefined],
    ].sort(),
  );
  assert.equal((await rpc(mcp, [note, note])).status, 202);
  assert.equal((await rpc(mcp, { jsonrpc: '2.0', id: 4, result: {} })).status, 202);
});
