import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exception, frame } from '../../../test/kit/evidence-samples.ts';
import { telemetryRig } from '../../../test/kit/telemetry-rig.ts';
import { trackedTab } from './tabs.ts';

test('when the tools are closed, nothing watches what is seen any more', async (t) => {
  const { deps, see } = await telemetryRig(t);
  const caller = { session: 's', cwd: '/' };
  const errors = () => {
    const { data } = deps.deltas.told({}, caller, 'observe', 'full', {});
    const { telemetry_summary: summary } = data!.metadata as { telemetry_summary: Record<string, unknown> };
    return summary.new_errors_since_last_call;
  };
  errors();
  see('exception', exception('seen'));
  assert.equal(errors(), 1);
  await deps.close();
  see('exception', exception('unseen'));
  see('websocket', frame('c1', 'open'));
  await deps.sockets.load();
  assert.equal(errors(), 0);
});

test('asking for the tracked tab starts no browser', async (t) => {
  const { engine } = await telemetryRig(t);
  assert.equal(await trackedTab(engine), undefined);
  assert.equal(engine.isRunning, false);
});

test('sockets of before are known once each, also when frames come while the book is opened', async (t) => {
  const { deps, see } = await telemetryRig(t);
  const at = { where: { page: 't1', connection: 'c1' } };
  see('websocket', frame('c1', 'open'), at);
  for (let i = 0; i < 5; i++)
    see('websocket', frame('c1', 'message', { direction: 'outgoing', size: 1 }), at);
  const loading = deps.sockets.load();
  for (let i = 0; i < 5; i++)
    see('websocket', frame('c1', 'message', { direction: 'outgoing', size: 1 }), at);
  await loading;
  const [line] = deps.sockets.list();
  assert.equal(line?.status(deps.clock.micros()).message_rate.outgoing.total, 10);
});
