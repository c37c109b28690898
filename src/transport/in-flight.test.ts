import assert from 'node:assert/strict';
import { test } from 'node:test';
import { echoService } from '../../test/kit/echo-service.ts';
import { request, toolCall } from '../../test/kit/json-rpc.ts';
import { connectLines } from '../../test/kit/line-client.ts';
import { modern } from '../../test/kit/modern.ts';
import { silentLog } from '../kernel/log.ts';
import { serviceFactory } from './connection.ts';
import { CANCELLED, InFlight } from './in-flight.ts';

function start() {
  const service = echoService();
  return { service, factory: serviceFactory(service, silentLog) };
}

test('one id twice is answered twice', async (t) => {
  const client = connectLines(t, start().factory);
  client.send(request(1, 'ping'));
  client.send(request(1, 'ping'));
  client.send(request(2, 'ping'));
  await client.answer(2);
  assert.equal(client.messages.all.filter(({ id }) => id === 1).length, 2);
});

test('a cancellation never hits a later request with the same id', async (t) => {
  const { service, factory } = start();
  const client = connectLines(t, factory);
  const cancel = JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 1 },
  });
  const ping = JSON.stringify(request(1, 'ping'));
  client.send([cancel, JSON.stringify(toolCall(1, 'gate')), cancel, ping].join('\n'));
  assert.deepEqual((await client.answer(1)).result, {});
  await service.happened('gate aborted');
});

test('a subscription keeps its id, and holds nothing up when the input ends', async (t) => {
  const client = connectLines(t, start().factory);
  client.send(modern('sub', 'subscriptions/listen', { notifications: {} }));
  const acknowledged = await client.messages.first(
    ({ method }) => method !== undefined,
    'the acknowledgement',
  );
  assert.match(JSON.stringify(acknowledged), /"sub"/);
  const begin = performance.now();
  client.input.end();
  await client.connection.closed;
  assert.ok(performance.now() - begin < 2000);
  assert.ok((await client.answer('sub')).result);
});

test('answers find back to their ids, once; cancelled ones do not', () => {
  const table = new InFlight<string>();
  const first = table.add({ jsonrpc: '2.0', id: 1, method: 'ping' }, 'a');
  const second = table.add({ jsonrpc: '2.0', id: 1, method: 'ping' }, 'b');
  assert.notEqual(first.id, second.id);
  const answer = { jsonrpc: '2.0' as const, id: second.id, result: {} };
  const settled = table.settle(answer);
  assert.deepEqual([settled?.tag, settled?.message.id], ['b', 1]);
  assert.equal(table.settle(answer), undefined);
  const cancel = { jsonrpc: '2.0' as const, method: CANCELLED, params: { requestId: 1 } };
  assert.deepEqual(
    table.cancel(cancel).map(({ tag, message }) => [tag, message.params]),
    [['a', { requestId: first.id }]],
  );
  assert.equal(table.settle({ jsonrpc: '2.0', id: first.id, result: {} }), undefined);
  assert.equal(table.size, 0);
  assert.ok(table.isInner(first.id) && !table.isInner(1) && !table.isInner('1'));
});
