import assert from 'node:assert/strict';
import { test } from 'node:test';
import { echoService } from '../../test/kit/echo-service.ts';
import { initialize, request, toolCall } from '../../test/kit/json-rpc.ts';
import { connectLines } from '../../test/kit/line-client.ts';
import { silentLog } from '../kernel/log.ts';
import { serviceFactory } from './connection.ts';

function start() {
  const service = echoService();
  return { service, factory: serviceFactory(service, silentLog) };
}

test('calls in flight are answered when the input ends, then the session is closed', async (t) => {
  const { service, factory } = start();
  const client = connectLines(t, factory);
  client.send(toolCall(1, 'gate'));
  await service.happened('start gate');
  client.input.end();
  await new Promise((resolve) => client.input.once('close', resolve));
  assert.equal(service.live.size, 1);
  service.openGate();
  assert.equal((await client.answer(1)).result.content[0].text, 'through');
  await client.connection.closed;
  assert.equal(service.live.size, 0);
});

test('a last line without a newline is answered', async (t) => {
  const client = connectLines(t, start().factory);
  client.input.end(JSON.stringify(request(1, 'ping')));
  assert.deepEqual((await client.answer(1)).result, {});
  await client.connection.closed;
});

test('a call that outlasts the drain time is told so and aborted', async (t) => {
  const { service, factory } = start();
  const client = connectLines(t, factory, { drainMs: 20 });
  client.send(toolCall(1, 'gate'));
  await service.happened('start gate');
  client.input.end();
  const answer = await client.answer(1);
  assert.match(answer.error?.message ?? '', /shutting down/);
  await service.happened('gate aborted');
  await client.connection.closed;
});

test('a cancelled call is aborted and holds nothing up', async (t) => {
  const { service, factory } = start();
  const client = connectLines(t, factory);
  client.send(toolCall(1, 'gate'));
  await service.happened('start gate');
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  await service.happened('gate aborted');
  const begin = performance.now();
  client.input.end();
  await client.connection.closed;
  assert.ok(performance.now() - begin < 2000);
  assert.deepEqual(
    client.messages.all.filter(({ id }) => id === 1),
    [],
  );
});

test('close() from our side tells the calls in flight', async (t) => {
  const { service, factory } = start();
  const client = connectLines(t, factory);
  await client.ask(initialize(1));
  client.send(toolCall(2, 'gate'));
  await service.happened('start gate');
  await client.connection.close();
  assert.match((await client.answer(2)).error?.message ?? '', /shutting down/);
  assert.equal(service.live.size, 0);
});

test('a server that cannot be made is an error answer, not the end of the process', async (t) => {
  const close = async () => undefined;
  const client = connectLines(t, () => ({ server: () => assert.fail('secret detail'), close }));
  for (const id of [1, 2]) {
    const { error } = await client.ask(request(id, 'ping'));
    assert.equal(error?.code, -32603);
    assert.doesNotMatch(error?.message ?? '', /secret/);
  }
});
