import assert from 'node:assert/strict';
import { test } from 'node:test';
import { echoService } from '../../test/kit/echo-service.ts';
import { initialize, request, toolCall } from '../../test/kit/json-rpc.ts';
import { connectLines } from '../../test/kit/line-client.ts';
import { modern } from '../../test/kit/modern.ts';
import { silentLog } from '../kernel/log.ts';
import { serviceFactory } from './connection.ts';

function start() {
  const service = echoService();
  return { service, factory: serviceFactory(service, silentLog) };
}

test('lines of both eras in one piece are each answered in their own', async (t) => {
  const client = connectLines(t, start().factory);
  const lines = [
    request(1, 'ping'),
    modern(2, 'server/discover'),
    toolCall(3, 'nope'),
    modern(4, 'tools/call', { name: 'nope' }),
    modern(5, 'tools/list'),
    request(6, 'tools/list'),
  ];
  client.send(lines.map((line) => JSON.stringify(line)).join('\n'));
  assert.deepEqual((await client.answer(1)).result, {});
  assert.deepEqual((await client.answer(2)).result.supportedVersions, ['2026-07-28']);
  assert.equal((await client.answer(3)).error?.code, -32601);
  assert.equal((await client.answer(4)).error?.code, -32602);
  assert.equal((await client.answer(5)).result.resultType, 'complete');
  assert.equal((await client.answer(6)).result.resultType, undefined);
});

test('a handshake chooses for good', async (t) => {
  const client = connectLines(t, start().factory);
  await client.ask(request(1, 'ping'));
  assert.equal((await client.ask(modern(2, 'tools/list'))).result.resultType, 'complete');
  assert.ok((await client.ask(initialize(3))).result.serverInfo);
  assert.equal((await client.ask(modern(4, 'tools/list'))).result.resultType, undefined);
});

test('a call of either era can be cancelled, and ends with the connection', async (t) => {
  const { service, factory } = start();
  const client = connectLines(t, factory, { drainMs: 20 });
  await client.ask(request(1, 'ping'));
  client.send(modern(2, 'tools/call', { name: 'gate' }));
  await service.happened('start gate');
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
  await service.happened('gate aborted');
  client.send(toolCall(3, 'gate'));
  client.send(modern(4, 'tools/call', { name: 'gate' }));
  client.input.end();
  for (const id of [3, 4]) assert.match((await client.answer(id)).error?.message ?? '', /shutting down/);
  await client.connection.closed;
  assert.equal(service.live.size, 0);
});
