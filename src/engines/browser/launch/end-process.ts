import { readFileSync } from 'node:fs';

/**
 * Ends a browser's process and those that it started, and returns when it is gone. A browser that closed by
 * itself is given a moment first: killing it then would cost it the profile that it is writing.
 */
export async function endProcess(pid: number, graceMs = 1_000): Promise<void> {
  if (await goneWithin(pid, graceMs)) return;
  kill(-pid); // Playwright starts browsers as leaders of a process group
  kill(pid);
  await goneWithin(pid, 1_000);
}

/** Whether a process runs. One that has ended and that its parent does not take in still has its number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program stands in brackets and may hold anything, brackets too.
    return 'ZX'.includes(text.charAt(text.lastIndexOf(')') + 2));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'; // it went meanwhile
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it is gone, or no process group
  }
}

async function goneWithin(pid: number, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (isAlive(pid)) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}
