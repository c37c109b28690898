/** Whether all that was acknowledged is there: read by a process that had no part in it, and on the disk. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLog } from '../src/kernel/log.ts';
import { openStore } from '../src/store/store.ts';
import type { Ledger } from './ledger.ts';
import type { Server } from './servers.ts';

export interface Found {
  readonly acknowledged: number;
  readonly missing: readonly string[];
}

/** `readers` are servers of one record that were started for this; what was saved with a key is read with that key. */
export async function readBack(
  readers: readonly [Server, ...Server[]],
  servers: readonly Server[],
  url: string,
  ledger: Ledger,
) {
  const [{ plan, state }] = readers;
  const { record } = plan;
  const kept = ledger.kept(record);
  const lines = await linesIn(state, record === 'postgres' ? url : undefined);
  const values = new Set<string>();
  for (const reader of readers) await findValues(reader, kept.values, values);
  const bytes = await loggedBytes(servers.filter(({ plan }) => plan.record === record));
  return {
    'console lines': missingOf(kept.lines, lines),
    'stored values': missingOf(kept.values, values),
    'bytes of the wire': missingOf(kept.bytes, bytes),
  } satisfies Record<string, Found>;
}

function missingOf(wanted: ReadonlySet<string>, there: ReadonlySet<string>): Found {
  return { acknowledged: wanted.size, missing: [...wanted].filter((one) => !there.has(one)) };
}

const LABEL = /soak-\w+-[\w.]+-\d+-/g;

async function linesIn(folder: string, url: string | undefined): Promise<ReadonlySet<string>> {
  const store = openStore({ folder, url, clock: systemClock(), log: silentLog });
  const lines = new Set<string>();
  try {
    for (let afterCursor: string | undefined; ; ) {
      const { items, metadata } = await store.page({
        streams: ['console'],
        text: 'soak-line-',
        limit: 5000,
        afterCursor,
      });
      for (const { data } of items)
        for (const [label] of JSON.stringify(data).matchAll(LABEL)) lines.add(label);
      if (!metadata.has_more || !metadata.after_cursor) return lines;
      afterCursor = metadata.after_cursor;
    }
  } finally {
    await store.close();
  }
}

/** One by one: a list of them all would be cut to the length of an answer. */
async function findValues(reader: Server, wanted: ReadonlySet<string>, found: Set<string>): Promise<void> {
  const call = await reader.connect();
  for (const key of wanted) {
    if (found.has(key)) continue;
    const { result } = await call('configure', {
      action: 'store',
      store_action: 'load',
      namespace: 'soak',
      key,
    });
    if (result && !result.isError && JSON.stringify(result).includes(key)) found.add(key);
  }
}

/** What stands in the logs of the wire; bytes are written there as text or in base64. */
async function loggedBytes(servers: readonly Server[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { output } of servers) {
    const folder = path.join(output, 'wire');
    if (!existsSync(folder)) continue;
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith('.ndjson')) continue;
      const text = await readFile(path.join(folder, name), 'utf8');
      for (const [label] of text.matchAll(LABEL)) found.add(label);
    }
  }
  return found;
}
