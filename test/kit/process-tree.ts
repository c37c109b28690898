/** Which processes a process has started, and whether they are gone: for tests that count them. */
import { readdirSync, readFileSync } from 'node:fs';

/** Every descendant that lives now. Zombies have ended and do not count. */
export function descendants(pid: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = statusOf(Number(name));
    if (status && status.state !== 'Z') parents.set(Number(name), status.parent);
  }
  const family = new Set([pid]);
  for (let grown = true; grown; ) {
    const more = [...parents].filter(([one, parent]) => family.has(parent) && !family.has(one));
    for (const [one] of more) family.add(one);
    grown = more.length > 0;
  }
  family.delete(pid);
  return [...family];
}

const isRunning = (pid: number) => {
  const status = statusOf(pid);
  return status !== undefined && status.state !== 'Z';
};

/** Waits until none of them lives; gives those that do not go. */
export async function leftOver(pids: readonly number[], limitMs: number): Promise<readonly number[]> {
  const end = performance.now() + limitMs;
  for (;;) {
    const left = pids.filter(isRunning);
    if (left.length === 0 || performance.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function statusOf(pid: number): { parent: number; state: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: state!, parent: Number(parent) };
  } catch {
    return undefined; // it ended while we looked
  }
}
