import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { echoService } from '../../test/kit/echo-service.ts';
import { initialize, toolCall } from '../../test/kit/json-rpc.ts';
import { connectLines } from '../../test/kit/line-client.ts';
import { modern } from '../../test/kit/modern.ts';
import { silentLog } from '../kernel/log.ts';
import type { Service } from '../session/service.ts';
import { serviceFactory } from './connection.ts';

function start(t: TestContext, change: Partial<Service> = {}) {
  const service = { ...echoService(), ...change };
  return { service, client: connectLines(t, serviceFactory(service, silentLog)) };
}

test('a probe before the handshake belongs to the same session', async (t) => {
  const { client, service } = start(t);
  await client.ask(modern(1, 'server/discover'));
  await client.ask(initialize(2));
  assert.equal(service.opened.length, 1);
  assert.deepEqual([...service.live], ['session-1']);
});

test('a shared connection is not named after one of its clients', async (t) => {
  const service = echoService();
  const factory = serviceFactory(service, silentLog);
  const client = connectLines(t, (info) => factory({ ...info, shared: true }));
  await client.ask(initialize(1));
  assert.deepEqual(service.introduced, []);
  assert.deepEqual(service.opened, [{ transport: 'stdio', cwd: '/work' }]);
});

test('the transport is named, and closing closes the session with its calls', async (t) => {
  const service = echoService();
  const client = connectLines(t, serviceFactory(service, silentLog), { transport: 'socket', cwd: '/there' });
  assert.deepEqual(service.opened, [{ transport: 'socket', cwd: '/there' }]);
  client.send(toolCall(1, 'gate'));
  await service.happened('start gate');
  await client.connection.close();
  await service.happened('gate aborted');
  assert.equal(service.live.size, 0);
});
