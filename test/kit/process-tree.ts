/** Which processes a process has started, and whether they are gone: for tests that count them. */
import { readdirSync, readFileSync } from 'node:fs';
import { isAlive } from '../../src/engines/browser/launch/end-process.ts';

/** Every descendant that lives now. Zombies have ended and do not count. */
export function descendants(pid: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    if (isAlive(pid)) parents.set(pid, parentOf(pid));
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

/** Waits until none of them lives; gives those that do not go. */
export async function leftOver(pids: readonly number[], limitMs: number): Promise<readonly number[]> {
  const end = performance.now() + limitMs;
  for (;;) {
    const left = pids.filter(isAlive);
    if (left.length === 0 || performance.now() > end) return left;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function parentOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0; // it ended while we looked
  }
}
