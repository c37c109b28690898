import assert from 'node:assert/strict';
import test from 'node:test';
import { echoServer, exchange } from '../../../test/kit/tcp.ts';
import { wireKit, words } from '../../../test/kit/wire-kit.ts';
import { wireFault } from './wire-fault.ts';

test('faults are added, changed, listed and removed while traffic flows', async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(await echoServer(t));
  const attributes = { bytes: 3 };
  const added = await kit.call(wireFault, { action: 'add', type: 'limit_data', port, attributes });
  assert.match(
    words(added),
    new RegExp(`Added (\\S+): limit_data \\{"bytes":3\\} downstream on port ${port}`),
  );
  assert.equal((await exchange(port, 'abcdef')).toString(), 'abc');
  const { id } = (added.data!.faults as { id: string }[])[0]!;
  await kit.call(wireFault, { action: 'change', id, attributes: { bytes: 4 } });
  assert.equal((await exchange(port, 'abcdef')).toString(), 'abcd');
  assert.match(words(await kit.call(wireFault, { action: 'list' })), /limit_data/);
  await kit.call(wireFault, { action: 'remove', id });
  assert.equal((await exchange(port, 'abcdef')).toString(), 'abcdef');
  assert.match(words(await kit.call(wireFault, { action: 'list' })), /No faults/);
});

test('all faults of a port are removed at once, those of others stay', async (t) => {
  const kit = await wireKit(t);
  const [port, other] = [await kit.rule(1), await kit.rule(1)];
  for (const on of [port, port, other])
    await kit.call(wireFault, { action: 'add', type: 'latency', port: on });
  const removed = await kit.call(wireFault, { action: 'remove', port });
  assert.equal((removed.data!.faults as unknown[]).length, 2);
  assert.match(
    words(await kit.call(wireFault, { action: 'list' })),
    new RegExp(`^Set: \\S+ latency .* on port ${other}$`),
  );
});

test('what is missing or wrong is named', async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(1);
  const refused = (args: Record<string, unknown>) => kit.call(wireFault, args);
  await assert.rejects(refused({ action: 'add', type: 'latency' }), /"port" or "flow" is missing/);
  await assert.rejects(refused({ action: 'add', port }), /"type" is missing/);
  await assert.rejects(refused({ action: 'remove' }), /"id" or "port" is missing/);
  await assert.rejects(refused({ action: 'remove', id: 'x' }), /No wire fault x/);
  await assert.rejects(refused({ action: 'add', type: 'latency', port: 1 }), /No port rule for 1/);
  await assert.rejects(refused({ action: 'add', type: 'latency', flow: 'x' }), /x/);
  await assert.rejects(
    refused({ action: 'add', type: 'latency', port, attributes: { speed: 1 } }),
    /no attribute speed/,
  );
  // Timers of more than 25 days fire at once, and half a byte would never be reached.
  for (const [type, attribute] of [
    ['latency', 'latency'],
    ['slow_close', 'delay'],
    ['reset_peer', 'timeout'],
  ] as const) {
    const attributes = { [attribute]: 1e12 };
    await assert.rejects(refused({ action: 'add', type, port, attributes }), /at most 86400000/);
  }
  await assert.rejects(
    refused({ action: 'add', type: 'limit_data', port, attributes: { bytes: 1.5 } }),
    /bytes must be a whole number/,
  );
});
