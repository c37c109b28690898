import assert from 'node:assert/strict';
import test from 'node:test';
import { echoServer, exchange } from '../../../test/kit/tcp.ts';
import { wireKit } from '../../../test/kit/wire-kit.ts';
import { logLines } from '../../../test/kit/wire-rig.ts';
import type { WireEngine } from '../../engines/wire/wire-engine.ts';
import { WireShares } from './wire-shares.ts';

test('rules, flows and faults are the key’s, those of the command line everybody’s', async (t) => {
  const kit = await wireKit(t);
  const engine = kit.deps.engine as WireEngine;
  const shares = new WireShares(engine, kit.store, { run: 'run', of: async () => [] });
  const ofAnn = await shares.of({ session: 'a', name: 'ann', cwd: '/' });
  const ofEve = await shares.of({ session: 'e', name: 'eve', cwd: '/' });
  const target = { localPort: 0, targetHost: '127.0.0.1', targetPort: await echoServer(t) };
  await kit.deps.ensureCapture!('a');
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

test('a log has its key’s connections and those of the command line, and only its key ends it', async (t) => {
  const kit = await wireKit(t);
  const engine = kit.deps.engine as WireEngine;
  const shares = new WireShares(engine, kit.store, { run: 'run', of: async () => [] });
  const ofAnn = await shares.of({ session: 'a', name: 'ann', cwd: '/' });
  const ofEve = await shares.of({ session: 'e', name: 'eve', cwd: '/' });
  const target = { localPort: 0, targetHost: '127.0.0.1', targetPort: await echoServer(t) };
  await kit.deps.ensureCapture!('a');
  const everybodys = await engine.addRule(target);
  const anns = await ofAnn.engine.addRule({ ...target, session: 'a' });
  const eves = await ofEve.engine.addRule({ ...target, session: 'e' });
  const [hers, theirs] = [`${kit.folder}/ann`, `${kit.folder}/eve`];
  await ofAnn.engine.startLogging({ directory: hers });
  await ofEve.engine.startLogging({ directory: theirs });
  await assert.rejects(ofEve.engine.startLogging({ directory: hers }), /somebody else logs there/);
  await assert.rejects(ofEve.engine.stopLogging(hers), { code: 'NOT_LOGGING' });
  for (const round of ['first', 'second'])
    for (const [port, whose] of [
      [anns, 'ann'],
      [eves, 'eve'],
      [everybodys, 'all'],
    ] as const)
      await exchange(port, `${round} of ${whose}`);
  await kit.settled();
  assert.deepEqual(
    (await ofEve.engine.stopLogging()).map(({ directory }) => directory),
    [theirs],
  );
  await exchange(anns, 'last of ann');
  await kit.settled();
  await ofAnn.engine.stopLogging();
  const told = async (folder: string) =>
    (await logLines(folder)).flatMap(({ event, data, from }) =>
      data !== undefined && !String(from).endsWith(`:${target.targetPort}`) ? [data] : (event ?? []),
    );
  const only = (whose: string) => (line: unknown) => !/^(open|close)$/.test(String(line)) && line !== whose;
  const both = ['first', 'second'];
  assert.deepEqual((await told(hers)).filter(only('')), [
    'start-logging',
    ...both.flatMap((round) => [`${round} of ann`, `${round} of all`]),
    'last of ann',
    'stop-logging',
  ]);
  assert.deepEqual((await told(theirs)).filter(only('')), [
    'start-logging',
    ...both.flatMap((round) => [`${round} of eve`, `${round} of all`]),
    'stop-logging',
  ]);
  assert.match(JSON.stringify(await logLines(`${kit.folder}/captures`)), /last of ann/);
  for (const port of [anns, eves, everybodys]) await engine.removeRule(port);
});
