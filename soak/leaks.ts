/** What a server holds: memory, handles, children, files. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { compareMappings, type Mappings, mappings } from './mappings.ts';
import type { Counted, Server } from './servers.ts';

export interface Holding {
  readonly server: string;
  readonly megabytes: number;
  /** Of the megabytes, as far as they were counted. */
  readonly objects: number;
  readonly handles: number;
  readonly children: number;
  readonly temporary: number;
}

/** What its memory is for, so that growth can be traced. */
export interface Memory {
  readonly server: string;
  readonly mappings: Mappings;
  readonly counted: Counted;
}

export function memoryOf(server: Server): Memory {
  return { server: server.plan.name, mappings: mappings(server.pid), counted: server.counted };
}

/** A line for each server: where it holds more, and where less. */
export function compareMemory(before: readonly Memory[], after: readonly Memory[]): readonly string[] {
  return after.map((now) => {
    const then = before.find(({ server }) => server === now.server) ?? now;
    const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
    const counted = (['objects', 'room', 'threadRoom', 'external'] as const).map(
      (what) => `${what} ${megabytes(then.counted[what])} → ${megabytes(now.counted[what])}`,
    );
    const threads = `threads ${then.counted.threads} → ${now.counted.threads}`;
    return `${now.server}: ${[...counted, threads].join(', ')}; ${compareMappings(then.mappings, now.mappings)}`;
  });
}

export function holding(server: Server): Holding {
  const { pid } = server;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    server: server.plan.name,
    megabytes: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024),
    objects: 0,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    children: server.children().length,
    temporary: temporaryFiles(server).length,
  };
}

/** What lies in the folder that the server was given for such things. */
export function temporaryFiles(server: Server): readonly string[] {
  return readdirSync(server.temporary);
}

/** Megabytes of the write-ahead log of an embedded record. */
export function walMegabytes(server: Server): number {
  const size = statSync(path.join(server.state, 'record.db-wal'), { throwIfNoEntry: false })?.size ?? 0;
  return Math.round(size / 2 ** 20);
}

/** How much more than before a server may hold when it has come to rest. */
const MOST_MORE = { megabytes: 100, objects: 50, handles: 10, children: 0, temporary: 0 };

/** The figures of both moments as rows of a table, and what is too much. */
export function compareHoldings(before: readonly Holding[], after: readonly Holding[]) {
  const problems: string[] = [];
  const rows = after.map((now) => {
    const then = before.find(({ server }) => server === now.server) ?? now;
    const cells = (Object.keys(MOST_MORE) as (keyof typeof MOST_MORE)[]).map((what) => {
      if (now[what] > then[what] + MOST_MORE[what]) {
        problems.push(`${now.server} holds more ${what}: ${then[what]} before, ${now[what]} after`);
      }
      return `${then[what]} → ${now[what]}`;
    });
    return `| ${[now.server, ...cells].join(' | ')} |`;
  });
  return { rows, problems };
}
