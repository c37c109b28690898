/**
 * A process that reports to the record of a folder as fast as it can, until it is killed. After each flush it
 * prints how many of its items are acknowledged: `node crash-writer.ts <folder> <its name> <most batches>`. Whoever
 * kills it may come late on a busy machine: it waits for that rather than write more than the record keeps.
 */
import { writeSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { openStore } from '../../src/store/store.ts';

const [folder = '', session = '', most = ''] = process.argv.slice(2);
const clock = systemClock();
const store = openStore({ folder, clock, log: silentLog, retention: { items: 2000 } });

let n = 0;
for (let batch = 0; batch < Number(most); batch++) {
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
  // Others may hold the database for longer than is waited for: then nothing is acknowledged until recording goes on.
  while ((await store.health()).state === 'stopped') await setTimeout(100);
  writeSync(1, `${n}\n`);
}
setInterval(() => {}, 60_000);
