import assert from 'node:assert/strict';
import test from 'node:test';
import { echoServer, exchange } from '../../../test/kit/tcp.ts';
import { wireKit } from '../../../test/kit/wire-kit.ts';
import type { WireEngine } from '../../engines/wire/wire-engine.ts';
import { WireShares } from './wire-shares.ts';

test('rules, flows and faults are the key’s, those of the command line everybody’s', async (t) => {
  const kit = await wireKit(t);
  const engine = kit.deps.engine as WireEngine;
  const shares = new WireShares(engine, kit.store, { run: 'run', of: async () => [] });
  const ofAnn = await shares.of({ session: 'a', name: 'ann', cwd: '/' });
  const ofEve = await shares.of({ session: 'e', name: 'eve', cwd: '/' });
  const target = { localPort: 0, targetHost: '127.0.0.1', targetPort: await echoServer(t) };
  await kit.deps.ensureCapture!();
  const everybodys = await engine.addRule(target);
  const anns = await ofAnn.engine.addRule({ ...target, session: 'a' });
  await exchange(anns, 'of ann');
  await kit.settled();
  const [flow] = (await ofAnn.flows.list({}, 10)).flows;
  assert.equal((await ofAnn.flows.find(flow!.id)).port, anns);
  assert.deepEqual((await ofEve.flows.list({}, 10)).flows, []);
  await assert.rejects(ofEve.flows.find(flow!.id), { code: 'NO_SUCH_FLOW' });
  const ports = (share: typeof ofAnn) => share.engine.rules().map(({ localPort }) => localPort);
  assert.deepEqual([ports(ofAnn), ports(ofEve)], [[everybodys, anns], [everybodys]]);

  const slow = { type: 'latency' as const, direction: 'downstream' as const, attributes: { latency: 1 } };
  const { id } = ofAnn.engine.addToxic({ ...slow, on: { port: anns } });
  assert.equal(ofEve.engine.toxics().length, 0);
  assert.throws(() => ofEve.engine.addToxic({ ...slow, on: { port: anns } }), { code: 'NO_SUCH_RULE' });
  assert.throws(() => ofEve.engine.removeToxic(id), { code: 'NO_SUCH_WIRE_FAULT' });
  await assert.rejects(ofEve.engine.removeRule(anns), { code: 'NO_SUCH_RULE' });
  ofAnn.engine.removeToxic(id);
  await ofAnn.engine.removeRule(anns);
});

test('a session that is known is asked for in the record once a second, not by every call', async (t) => {
  const kit = await wireKit(t);
  let asked = 0;
  const of = async () => {
    asked++;
    return [];
  };
  const shares = new WireShares(kit.deps.engine as WireEngine, kit.store, { run: 'run', of });
  const now = t.mock.method(performance, 'now', () => 5000);
  const ann = { session: 'a', name: 'ann', cwd: '/' };
  const first = await shares.of(ann);
  assert.equal(shares.of(ann), first, 'at once');
  await shares.of({ ...ann, session: 'b' });
  assert.equal(asked, 2, 'another session may have a past of its own');
  now.mock.mockImplementation(() => 6001);
  await shares.of(ann);
  assert.equal(asked, 3);
});
