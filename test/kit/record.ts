/** The same suite on every kind of record: embedded, and shared on a real Postgres where that can be had. */
import { randomUUID } from 'node:crypto';
import { after, before, describe } from 'node:test';
import { systemClock } from '../../src/kernel/clock.ts';
import type { Evidence } from '../../src/kernel/evidence.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { openStore, type Store, type StoreOptions } from '../../src/store/store.ts';
import { lackingPostgres, type PostgresCluster, startPostgres } from './postgres.ts';
import { type Cleanup, scratch } from './scratch.ts';

/** Opens the one record of a test; called again, it opens the same record once more. */
export type OpenRecord = (options?: Partial<StoreOptions>) => Store;
export type NewRecord = (t: Cleanup) => Promise<OpenRecord>;

export async function onEveryRecord(suite: (newRecord: NewRecord) => void): Promise<void> {
  describe('embedded', () => suite((t) => record(t)));
  describe('on Postgres', { skip: await lackingPostgres() }, () => {
    let cluster: PostgresCluster;
    before(async () => {
      cluster = await startPostgres();
    });
    after(() => cluster.stop());
    suite(async (t) => record(t, await cluster.createDatabase(`test-${randomUUID()}`)));
  });
}

export async function embeddedRecord(t: Cleanup): Promise<OpenRecord> {
  return record(t);
}

async function record(t: Cleanup, url?: string): Promise<OpenRecord> {
  const folder = await scratch(t);
  return (options) => {
    const store = openStore({ url, folder, clock: systemClock(), log: silentLog, ...options });
    t.after(() => store.close());
    return store;
  };
}

/** Lately: what is older than a week would be evicted. */
const start = Date.now() * 1000;
let made = 0;

/** Something seen; each later one a millisecond later. */
export function seen(changes: Partial<Evidence> = {}): Evidence {
  made++;
  return {
    time: start + made * 1000,
    monotonic: made,
    source: 'browser',
    stream: 'console',
    where: {},
    data: { n: made },
    ...changes,
  };
}
