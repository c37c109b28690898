import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exception } from '../../../test/kit/evidence-samples.ts';
import { telemetryRig } from '../../../test/kit/telemetry-rig.ts';
import { withDeltas } from './call-deltas.ts';

test('what is new is added to an answer and takes nothing from it', async (t) => {
  const { deps: shared, engine, see } = await telemetryRig(t);
  const deps = { ...shared, engine };
  const call = { args: {}, deps, caller: { session: 's', cwd: '/' } } as unknown as Parameters<
    typeof withDeltas
  >[0];
  await withDeltas(call, 'observe', {});
  see('exception', exception('x'));
  const { data } = await withDeltas(call, 'observe', { data: { a: 1, metadata: { total: 3 } } });
  const metadata = data?.metadata as Record<string, unknown>;
  assert.deepEqual([data?.a, metadata.total, metadata.telemetry_changed], [1, 3, true]);
});
