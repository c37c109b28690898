/** A record that something has written over, from the command line. */
import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { openStore } from '../../src/store/store.ts';
import { seen } from '../kit/record.ts';
import { scratch } from '../kit/scratch.ts';
import { startServer } from '../kit/start-server.ts';

test('sensorium record recover brings back what a damaged record holds', async (t) => {
  const folder = await scratch(t);
  const store = openStore({ folder, clock: systemClock(), log: silentLog });
  for (let i = 0; i < 120; i++) store.sink(seen({ stream: 'console', data: { text: `line ${i}` } }));
  await store.close();
  const file = await open(join(folder, 'record.db'), 'r+');
  await file.write(Buffer.alloc(4096, '\u0007'), 0, 4096, 0);
  await file.close();
  const run = async () => {
    const recover = ['record', 'recover', '--state-dir', folder];
    const command = await startServer(t, 'sensorium', recover, { home: folder });
    const { code } = await command.exit;
    return `${code} ${command.lines.all.join('\n')}`;
  };
  assert.match(await run(), /^0 120 items and 0 documents are back in the record; .*\.recovered\.db can be/);
  assert.match(await run(), /^0 No damaged record lies in /);
  const again = openStore({ folder, clock: systemClock(), log: silentLog });
  t.after(() => again.close());
  assert.equal(await again.count({ text: 'line 7' }), 11);
});
