import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { hangUp } from '../../test/kit/hang-up.ts';
import { rpc } from '../../test/kit/http.ts';
import { type Message, request } from '../../test/kit/json-rpc.ts';
import { modern, modernHeaders } from '../../test/kit/modern.ts';

test('hanging up cancels on 2026-07-28', async (t) => {
  const { mcp, service } = await startFront(t);
  const call = modern(1, 'tools/call', { name: 'gate', arguments: {} });
  await hangUp(mcp, call, modernHeaders(call), service.happened('start gate'));
  await service.happened('gate aborted');
});

test('2026-07-28: discover, list, call, progress, all without a handshake', async (t) => {
  const { mcp, service } = await startFront(t);
  const ask = (message: Message) => rpc(mcp, message, { headers: modernHeaders(message) });
  const found = (await ask(modern(1, 'server/discover'))).answer?.result;
  assert.deepEqual(found.supportedVersions, ['2026-07-28']);
  assert.equal(found.instructions, 'Say something.');
  assert.equal(found._meta['io.modelcontextprotocol/serverInfo'].icons.length, 1);
  const list = (await ask(modern(2, 'tools/list'))).answer?.result;
  assert.deepEqual([list.ttlMs, list.cacheScope, list.tools.length], [3_600_000, 'public', 7]);
  const serverInfo = { name: 'echo', version: '1.2.3' };
  assert.deepEqual(list._meta['io.modelcontextprotocol/serverInfo'], serverInfo);
  const call = modern(3, 'tools/call', { name: 'steps', arguments: {} }, { progressToken: 1 });
  assert.equal((await ask(call)).messages.length, 4);
  const lost = modern(4, 'tools/call', { name: 'nope', arguments: {} });
  assert.equal((await ask(lost)).answer?.error?.code, -32602);
  const missing = modern(5, 'resources/read', { uri: 'no://where' });
  assert.equal((await ask(missing)).answer?.error?.code, -32602);
  const bogus = await ask(modern(6, 'bogus/method'));
  assert.deepEqual([bogus.status, bogus.answer?.error?.code], [404, -32601]);
  assert.equal(service.opened.length, 1);
  assert.deepEqual(service.introduced, []);
});

test('2026-07-28: what contradicts itself is refused', async (t) => {
  const { mcp } = await startFront(t);
  const list = modern(1, 'tools/list');
  const noMethod = { 'mcp-protocol-version': '2026-07-28' };
  assert.equal((await rpc(mcp, list, { headers: noMethod })).answer?.error?.code, -32020);
  const noEnvelope = await rpc(mcp, request(1, 'tools/list'), { headers: modernHeaders(list) });
  assert.deepEqual([noEnvelope.status, noEnvelope.answer?.error?.code], [400, -32602]);
  const batch = await rpc(mcp, [list], { headers: modernHeaders(list) });
  assert.deepEqual([batch.status, batch.answer?.error?.code], [400, -32600]);
});
