import assert from 'node:assert/strict';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import { until } from '../../../../test/kit/wire-rig.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLog } from '../../../kernel/log.ts';
import { WireEngine } from '../wire-engine.ts';
import { OwnLog } from './own-log.ts';

test('the oldest files go when they are too old or too many bytes; the newest stays', async (t) => {
  const folder = await scratch(t);
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000);
  for (const [name, age, size] of [
    ['now', 0, 900],
    ['recent', 1, 50],
    ['large', 2, 900],
    ['old', 30, 1],
  ] as const) {
    writeFileSync(join(folder, name), 'x'.repeat(size));
    utimesSync(join(folder, name), hours(age), hours(age));
  }
  const ownLog = new OwnLog(folder, { maxBytes: 1000, maxAgeMs: 24 * 3_600_000 }, silentLog);
  await ownLog.prune();
  assert.deepEqual(readdirSync(folder).sort(), ['now', 'recent']);
  await new OwnLog(folder, { maxBytes: 10, maxAgeMs: 1 }, silentLog).prune();
  assert.deepEqual(readdirSync(folder), ['now']);
});

test('the limit is looked after every minute while rules are set', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const folder = await scratch(t);
  const engine = new WireEngine({ clock: systemClock(), log: silentLog, sink: () => undefined });
  const ownLog = new OwnLog(folder, { maxBytes: 1, maxAgeMs: 24 * 3_600_000 }, silentLog);
  t.after(async () => {
    ownLog.close();
    await engine.close();
  });
  await ownLog.ensure(engine, undefined);
  await engine.flush();
  writeFileSync(join(folder, 'old'), 'x'.repeat(100));
  utimesSync(join(folder, 'old'), 1, 1);
  t.mock.timers.tick(60_000);
  await until('the old one is gone', () => !readdirSync(folder).includes('old'));
  assert.equal(readdirSync(folder).length, 1);
});
