import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

interface Process {
  readonly pid: number;
  readonly parent: number;
}

/**
 * Megabytes that each of these processes uses, together with those that it started. Shared pages are counted
 * by their share where the system says so (Linux), else in full.
 */
export async function memoryOf(pids: readonly number[], platform = process.platform) {
  if (pids.length === 0) return new Map<number, number>();
  if (platform !== 'linux') return residentMemory(pids);
  const families = familiesOf(pids, await linuxProcesses());
  const entries = [...families].map(async ([pid, family]) => {
    const sizes = await Promise.all(family.map(proportionalKb));
    return [pid, sizes.reduce((sum, kb) => sum + kb, 0) / 1024] as const;
  });
  return new Map(await Promise.all(entries));
}

async function linuxProcesses(): Promise<readonly Process[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
      // The name of the program stands in brackets and may hold anything, brackets too.
      const rest = text?.slice(text.lastIndexOf(')') + 2).split(' ');
      return rest ? [{ pid: Number(name), parent: Number(rest[1]) }] : [];
    }),
  );
  return all.flat();
}

async function proportionalKb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
}

function familiesOf(pids: readonly number[], all: readonly Process[]) {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const family = (pid: number): number[] => [
    pid,
    ...(children.get(pid) ?? []).flatMap((child) => family(child.pid)),
  ];
  return new Map(pids.map((pid) => [pid, family(pid)]));
}

async function residentMemory(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await new Promise<string>((resolve) => {
    execFile('ps', ['-eo', 'pid=,ppid=,rss='], { timeout: 5_000 }, (_error, stdout) => resolve(stdout ?? ''));
  });
  const all = rows
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length === 3)
    .map(([pid = 0, parent = 0, kb = 0]) => ({ pid, parent, kb }));
  const sizes = new Map(all.map(({ pid, kb }) => [pid, kb]));
  const sum = (family: readonly number[]) => family.reduce((kb, pid) => kb + (sizes.get(pid) ?? 0), 0) / 1024;
  return new Map([...familiesOf(pids, all)].map(([pid, family]) => [pid, sum(family)]));
}
