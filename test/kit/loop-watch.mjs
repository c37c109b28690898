/**
 * Loaded into a server before its own code (`node --import`): the longest that its loop was held in one go, in ms of
 * its main thread's own time, and its memory in MB. SIGUSR2 writes both to LOOP_WATCH and begins anew.
 */
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const PAUSE_MS = 5;

if (isMainThread && process.env.LOOP_WATCH) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [last, longest, at] = [spent(), 0, 0];
  // Not by the clock: a busy machine takes the processor away for longer than that.
  setInterval(() => {
    const now = spent();
    if (now - last > longest) [longest, at] = [now - last, performance.now()];
    last = now;
  }, PAUSE_MS).unref();
  process.on('SIGUSR2', () => {
    const held = longest;
    collect();
    const { rss, heapUsed } = process.memoryUsage();
    const [resident, heap] = [rss / 1e6, heapUsed / 1e6];
    writeFileSync(process.env.LOOP_WATCH, JSON.stringify({ held, at, resident, heap }));
    [last, longest] = [spent(), 0];
  });
}
