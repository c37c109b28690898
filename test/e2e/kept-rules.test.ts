import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruledPort } from '../kit/json-rpc.ts';
import { scratch } from '../kit/scratch.ts';
import { startServer } from '../kit/start-server.ts';
import { echoServer, exchange } from '../kit/tcp.ts';
import { until } from '../kit/wire-rig.ts';

test('a port rule that persists is there after a restart, without a call, until it is removed', async (t) => {
  const home = await scratch(t);
  const start = async () => {
    const server = await startServer(t, 'sensorium', ['--standalone'], { home });
    await server.initialize();
    return server;
  };
  const target = { target_host: '127.0.0.1', target_port: await echoServer(t) };
  const first = await start();
  const { result } = await first.call('add-port-rule', { local_port: 0, ...target, persist: true });
  const port = ruledPort(result);
  const passing = ruledPort((await first.call('add-port-rule', { local_port: 0, ...target })).result);
  first.endInput();
  await first.exit;
  await assert.rejects(exchange(port, 'nobody'));

  const second = await start();
  await until('the rule is set again', () =>
    exchange(port, 'again').then(
      () => true,
      () => false,
    ),
  );
  await assert.rejects(exchange(passing, 'nobody'));
  const listed = (await second.call('wire_flows', {})).result.content[0].text;
  assert.match(listed, new RegExp(`Rule ${port}→.*\\(persists\\)`));
  await second.call('remove-port-rule', { local_port: port });
  second.endInput();
  await second.exit;

  const third = await start();
  assert.doesNotMatch((await third.call('wire_flows', {})).result.content[0].text, /^Rule/m);
});
