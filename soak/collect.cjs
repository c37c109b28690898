/**
 * Comes with each server: on SIGUSR2 it throws its garbage away, so that what it holds can be measured, and writes down
 * what the program itself counts of that, in all its threads.
 */
const { renameSync, writeFileSync } = require('node:fs');
const { getHeapStatistics, setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const threads = new Set();
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('worker', (thread) => {
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
  });
  process.on('SIGUSR2', async () => {
    // As when memory is short: spare pages go back too, which the engine else keeps for later.
    collect({ type: 'major', flavor: 'last-resort' });
    const { heapUsed, external } = process.memoryUsage();
    const room = getHeapStatistics().total_physical_size;
    const all = [...threads].map((thread) => thread.getHeapStatistics().catch(() => undefined));
    const ofThreads = (await Promise.all(all)).filter((one) => one !== undefined);
    const threadRoom = ofThreads.reduce((sum, { total_physical_size }) => sum + total_physical_size, 0);
    const counted = { objects: heapUsed, external, room, threads: ofThreads.length, threadRoom };
    const file = process.env.SOAK_OBJECTS;
    writeFileSync(`${file}.new`, JSON.stringify(counted));
    renameSync(`${file}.new`, file);
  });
}
