import { writeSync } from 'node:fs';

const LONGEST_END_MS = 5000;

/**
 * Whatever hangs while things are closed does not hang for ever. The timer keeps the loop alive: a process whose loop
 * runs empty before its work is done would be taken apart by Node, which waits for handles that nobody closes any more.
 */
export function forceEndInTime(command: string): void {
  const words = `${command}: not everything could be closed within ${LONGEST_END_MS / 1000} s; ended all the same\n`;
  setTimeout(() => {
    writeSync(2, words);
    process.exit(1);
  }, LONGEST_END_MS);
  // Where the loop itself is held no timer runs, so a thread looks, too.
  const data = { words, waitMs: LONGEST_END_MS + 500 };
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  new Worker(`(${killInTime})()`, { eval: true, workerData: data, execArgv: [] }).unref();
}

/** Runs in the thread, from its text: what it uses it brings. */
function killInTime(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads');
  const { words, waitMs } = workerData as { words: string; waitMs: number };
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
  process.getBuiltinModule('node:fs').writeSync(2, words);
  process.kill(process.pid, 'SIGKILL');
}
