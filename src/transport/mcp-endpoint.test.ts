import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText, openSse, rpc } from '../../test/kit/http.ts';
import { initialize, request, toolCall } from '../../test/kit/json-rpc.ts';

const progressCall = request(5, 'tools/call', {
  name: 'steps',
  arguments: {},
  _meta: { progressToken: 't' },
});

const isJson = (headers: { 'content-type'?: string | undefined }) =>
  headers['content-type']?.startsWith('application/json');

test('works without a session, without initialize, and with any Accept', async (t) => {
  const { mcp, service } = await startFront(t);
  for (const accept of ['*/*', 'application/json', 'application/json, text/event-stream', 'text/html']) {
    const reply = await rpc(mcp, toolCall(1, 'echo', { words: 'hi' }), { headers: { accept } });
    assert.equal(reply.status, 200, accept);
    assert.ok(isJson(reply.headers));
    assert.equal(reply.answer?.result.content[0].text, 'hi');
    assert.equal(reply.headers['mcp-session-id'], undefined);
  }
  const none = await fetchText(mcp, { body: toolCall(1, 'echo') });
  assert.equal(none.status, 200);
  assert.equal(service.opened.length, 1, 'all sessionless requests share one session');
});

test('without a session, a caller is known by the key', async (t) => {
  const { mcp, service } = await startFront(t, { key: 'first-key', moreKeys: ['second-key'] });
  for (const key of ['first-key', 'second-key', 'first-key']) {
    const reply = await rpc(mcp, toolCall(1, 'echo'), { headers: { authorization: `Bearer ${key}` } });
    assert.equal(reply.status, 200);
  }
  assert.equal(service.opened.length, 2);
  const open = await startFront(t);
  for (const key of ['made-up', 'another'])
    await rpc(open.mcp, toolCall(1, 'echo'), { headers: { authorization: `Bearer ${key}` } });
  assert.equal(open.service.opened.length, 1, 'where none is asked for, keys mean nothing');
});

test('initialize issues a session; DELETE ends it; unknown ones are 404', async (t) => {
  const { mcp, service } = await startFront(t);
  const hello = await rpc(mcp, initialize(1));
  const session = String(hello.headers['mcp-session-id']);
  assert.match(session, /^[\x21-\x7e]{16,}$/);
  assert.equal(hello.answer?.result.protocolVersion, '2025-11-25');
  assert.deepEqual(service.introduced, ['kit 1.0.0']);
  const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
  assert.equal((await rpc(mcp, ready, { session })).status, 202);
  assert.equal((await rpc(mcp, request(2, 'tools/list'), { session })).status, 200);
  const end = await fetchText(mcp, { method: 'DELETE', headers: { 'mcp-session-id': session } });
  assert.equal(end.status, 204);
  assert.equal(service.live.size, 0);
  for (const gone of [session, 'never-there']) {
    assert.equal((await rpc(mcp, request(3, 'ping'), { session: gone })).status, 404);
    assert.equal((await fetchText(mcp, { headers: { 'mcp-session-id': gone } })).status, 404);
    const again = await fetchText(mcp, { method: 'DELETE', headers: { 'mcp-session-id': gone } });
    assert.equal(again.status, 404);
  }
  assert.equal((await fetchText(mcp, { method: 'DELETE' })).status, 400);
});

test('GET without a session is 405; with one it streams', async (t) => {
  const { mcp } = await startFront(t);
  const bare = await fetchText(mcp, { headers: { accept: 'text/event-stream' } });
  assert.equal(bare.status, 405);
  assert.equal(bare.headers.allow, 'POST');
  const session = String((await rpc(mcp, initialize(1))).headers['mcp-session-id']);
  const wrong = await fetchText(mcp, { headers: { accept: 'application/json', 'mcp-session-id': session } });
  assert.equal(wrong.status, 406);
  const stream = await openSse(t, mcp, { 'mcp-session-id': session });
  assert.equal(stream.status, 200);
  // What cannot ride on the answer goes to the open stream.
  await rpc(mcp, progressCall, { session, headers: { accept: 'application/json' } });
  const { data } = await stream.event('message');
  assert.equal(JSON.parse(data).method, 'notifications/progress');
});

test('an idle session expires, a busy one does not', async (t) => {
  const { mcp, service } = await startFront(t, { idleSessionMs: 500 });
  const idle = String((await rpc(mcp, initialize(1))).headers['mcp-session-id']);
  const busy = String((await rpc(mcp, initialize(1))).headers['mcp-session-id']);
  const call = rpc(mcp, toolCall(2, 'gate'), { session: busy });
  await service.happened('closed session-1');
  assert.equal((await rpc(mcp, request(3, 'ping'), { session: idle })).status, 404);
  service.openGate();
  assert.equal((await call).status, 200);
  await service.happened('closed session-2');
});

test('any known version header is taken on a handshake session, an unknown one is 400', async (t) => {
  const { mcp } = await startFront(t);
  const session = String((await rpc(mcp, initialize(1, '2024-11-05'))).headers['mcp-session-id']);
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const headers = { 'mcp-protocol-version': version };
    assert.equal((await rpc(mcp, request(2, 'ping'), { session, headers })).status, 200, version);
  }
  const odd = { 'mcp-protocol-version': '1999-01-01' };
  assert.equal((await rpc(mcp, request(2, 'ping'), { headers: odd })).status, 400);
});

test('the bare address of the server takes MCP as well', async (t) => {
  const { mcp } = await startFront(t);
  const root = new URL('/', mcp).href;
  const session = String((await rpc(root, initialize(1))).headers['mcp-session-id']);
  assert.equal((await rpc(root, request(2, 'ping'), { session })).status, 200);
  assert.equal((await rpc(mcp, request(3, 'ping'), { session })).status, 200, 'it is the same session');
  assert.equal((await fetchText(root)).status, 400, 'as playwright-mcp answers whoever just looks');
});

test('a client that listens and answers no ping loses its session; one that cannot be asked does not', async (t) => {
  const { mcp, service } = await startFront(t, { answerMs: 200 });
  const deaf = String((await rpc(mcp, initialize(1))).headers['mcp-session-id']);
  const posting = String((await rpc(mcp, initialize(1))).headers['mcp-session-id']);
  await openSse(t, mcp, { 'mcp-session-id': deaf });
  await service.happened('closed session-1');
  assert.equal((await rpc(mcp, request(3, 'ping'), { session: deaf })).status, 404);
  assert.equal((await rpc(mcp, request(3, 'ping'), { session: posting })).status, 200);
});
