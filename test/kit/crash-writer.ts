/**
 * A process that reports to the record of a folder as fast as it can, until it is killed. After each flush it
 * prints how many of its items are acknowledged: `node crash-writer.ts <folder> <its name>`.
 */
import { writeSync } from 'node:fs';
import process from 'node:process';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { openStore } from '../../src/store/store.ts';

const [folder = '', session = ''] = process.argv.slice(2);
const clock = systemClock();
const store = openStore({ folder, clock, log: silentLog, retention: { items: 2000 } });

for (let n = 0; ; ) {
  const body = await store.putBody(`body of ${n} of ${session}`);
  for (let i = 0; i < 25; i++) {
    n++;
    store.sink({
      time: clock.micros(),
      monotonic: clock.monotonic(),
      source: 'screen',
      stream: 'shot',
      where: { session },
      data: { width: n, height: 1, image: body },
    });
  }
  await store.flush();
  writeSync(1, `${n}\n`);
}
