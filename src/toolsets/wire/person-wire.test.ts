import assert from 'node:assert/strict';
import test from 'node:test';
import { echoServer } from '../../../test/kit/tcp.ts';
import { wireKit } from '../../../test/kit/wire-kit.ts';
import type { WireEngine } from '../../engines/wire/wire-engine.ts';
import { PersonWire } from './person-wire.ts';
import { WireShares } from './wire-shares.ts';

test('a person sees the rules of all whom they stand for, and acts in the name of each', async (t) => {
  const kit = await wireKit(t);
  const engine = kit.deps.engine as WireEngine;
  const sessions: Record<string, string> = { ann: 'a', bob: 'b', eve: 'e' };
  const known = (caller: string, id: string) => ({ id, caller, folder: '/', run: 'run', started: 1 });
  const of = async ({ name = '' }) => [known(name, sessions[name] ?? '')];
  const shares = new WireShares(engine, kit.store, { run: 'run', of });
  const calls: unknown[][] = [];
  let isThere = false;
  const wire = new PersonWire({
    shares: () => (isThere ? shares : undefined),
    kept: { list: async () => [{ localPort: 0, targetHost: '', targetPort: 1 }] },
    call: async (...call) => {
      calls.push(call);
      return { said: '', isRefused: false };
    },
    noted: async (caller, name, args, work) => {
      calls.push([caller, name, args]);
      return work();
    },
    mainOf: (callers) => callers.at(-1) ?? '',
  });
  const person = ['ann', 'bob'];
  assert.deepEqual((await wire.traffic(person)).rules, [], 'nobody has used the wire');
  isThere = true;
  const target = { localPort: 0, targetHost: '127.0.0.1', targetPort: await echoServer(t) };
  const everybodys = await engine.addRule(target);
  const anns = await engine.addRule({ ...target, session: 'a' });
  const eves = await engine.addRule({ ...target, session: 'e' });
  const latency = { type: 'latency', direction: 'upstream', attributes: { latency: 3 } } as const;
  const { id } = engine.addToxic({ ...latency, on: { port: anns } });
  engine.addToxic({ ...latency, on: { port: eves } });

  const { rules, faults } = await wire.traffic(person);
  assert.deepEqual(
    rules.map(({ port, persists }) => [port, persists]),
    [
      [everybodys, false],
      [anns, false],
    ],
  );
  assert.deepEqual(faults, [
    {
      id,
      type: 'latency',
      port: anns,
      direction: 'up',
      share: 1,
      attributes: { latency: 3, jitter: 0 },
    },
  ]);

  await wire.act(person, { kind: 'change-fault', id, share: 0 });
  await wire.act(person, { kind: 'remove-rule', port: eves, isCut: true });
  await wire.act(person, { kind: 'add-rule', port: 0, host: 'h', target: 1 });
  assert.deepEqual(calls, [
    ['ann', 'wire_fault', { action: 'change', id, toxicity: 0 }],
    // The tool itself says no: it is not the last one's.
    ['bob', 'remove-port-rule', { local_port: eves, connections: 'cut' }],
    ['bob', 'add-port-rule', { local_port: 0, target_host: 'h', target_port: 1 }],
  ]);
});
