/** What the resident memory of a process is mapped for, in megabytes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type Mappings = ReadonlyMap<string, number>;

/** Each arena of the system's allocator but the first begins at a multiple of this. */
const ARENA = 64n * 1024n * 1024n;
/** What the engine takes for its heaps, one by one. It keeps spare ones. */
const PAGE = 256n * 1024n;

export function mappings(pid: number): Mappings {
  const sums = new Map<string, number>();
  let kind = '';
  let guardEnds = -1n;
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const head = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \d+ *(.*)$/.exec(line);
    if (head) {
      const [, from = '', to = '', rights = '', name = ''] = head;
      const [start, end] = [BigInt(`0x${from}`), BigInt(`0x${to}`)];
      kind = kindOf({ start, rights, name, isBehindGuard: start === guardEnds, size: end - start });
      guardEnds = rights.startsWith('---') ? end : -1n;
      continue;
    }
    const resident = /^Rss: +(\d+) kB/.exec(line);
    if (resident) sums.set(kind, (sums.get(kind) ?? 0) + Number(resident[1]) / 1024);
  }
  return sums;
}

interface Mapping {
  readonly start: bigint;
  readonly size: bigint;
  readonly rights: string;
  readonly name: string;
  readonly isBehindGuard: boolean;
}

function kindOf({ start, size, rights, name, isBehindGuard }: Mapping): string {
  if (name.startsWith('[')) return name === '[heap]' ? 'allocator, first arena' : name;
  if (name !== '') return `file ${path.basename(name)} ${rights.includes('w') ? 'written' : 'read'}`;
  if (rights.includes('x')) return 'code compiled at run time';
  // One lies behind the reserve of the next, which looks like the guard of a stack.
  if (start % ARENA === 0n) return 'allocator, arenas of threads';
  if (isBehindGuard && size <= 16n * 1024n * 1024n) return 'stacks of threads';
  if (size === PAGE) return 'pages of the engine';
  return size < 1024n * 1024n ? 'nameless, under 1 MB' : 'nameless, 1 MB and more';
}

/** What differs by two megabytes or more. */
export function compareMappings(before: Mappings, after: Mappings): string {
  const kinds = [...new Set([...before.keys(), ...after.keys()])];
  return kinds
    .map((kind) => ({ kind, was: before.get(kind) ?? 0, now: after.get(kind) ?? 0 }))
    .filter(({ was, now }) => Math.abs(now - was) >= 2)
    .sort((a, b) => b.now - b.was - (a.now - a.was))
    .map(({ kind, was, now }) => `${kind} ${was.toFixed(0)} → ${now.toFixed(0)}`)
    .join('; ');
}
