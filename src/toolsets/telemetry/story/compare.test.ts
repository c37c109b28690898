import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, teller } from '../../../../test/kit/story-teller.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';

test('compare: new, gone, slower; what differs between runs of one side is noise', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  const run = (at: number, queries: number, ms: number, noise: number) => {
    for (let one = 0; one < queries; one++) tell.query('select 1', at + 2 + one, at + 3 + one);
    tell.served('/a', at + 1, at + ms);
    tell.asked('/a', at, at + ms + noise);
  };
  run(0, 1, 50, 5);
  run(20_000, 1, 52, 3);
  run(40_000, 1, 55, 4);
  const { items } = await rig.store.page({ streams: ['request'] });
  const ids = items.map(({ seq }) => seq).reverse();
  const calm = await ask(rig, 'compare', { before: [ids[0]], after: [ids[1]] });
  assert.match(calm.first, /^0 differences/);
  run(60_000, 9, 300, 5);
  const [slow] = (await rig.store.page({ streams: ['request'] })).items;
  const { first, rest } = await ask(rig, 'compare', { before: ids.slice(0, 2), after: [slow?.seq] });
  assert.match(first, /differences .* One run after: small/);
  assert.match(rest, /slower: .* → 305 ms GET \/a 200/);
  assert.match(rest, /more: 1\/1 → 9 × postgres:9 select 1/);
});
