/** The same suite on every kind of record: embedded, and shared on a real Postgres where that can be had. */
import { randomUUID } from 'node:crypto';
import { after, before, describe } from 'node:test';
import type { Evidence, EvidenceData, Source } from '../../src/contract/evidence.ts';
import type { Stream } from '../../src/contract/streams.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { openStore, type Store, type StoreOptions } from '../../src/store/store.ts';
import {
  action,
  consoleLine,
  exception,
  exchange,
  flow,
  frame,
  loadSnapshot,
  request,
  vitals,
} from './evidence-samples.ts';
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

/** What is to be different; the data come on top of those that such a thing usually has. */
export interface Changes extends Partial<Pick<Evidence, 'time' | 'monotonic' | 'where' | 'testIds'>> {
  readonly source?: Source;
  readonly stream?: Stream;
  readonly data?: object;
}

/** Something seen; each later one a millisecond later. */
export function seen({ source = 'browser', stream = 'console', data, ...changes }: Changes = {}): Evidence {
  made++;
  return {
    time: start + made * 1000,
    monotonic: made,
    where: {},
    ...changes,
    source,
    stream,
    data: { ...USUAL[stream](), ...data },
  } as Evidence;
}

const USUAL: { readonly [S in Stream]: () => EvidenceData[S] } = {
  console: () => consoleLine('hello'),
  exception: () => exception('boom'),
  request: () => request('/api'),
  websocket: () => frame('c1', 'message'),
  action: () => action('click', 'save'),
  vitals: () => vitals('d1'),
  performance: () => loadSnapshot('d1', 300),
  navigation: () => ({ url: 'http://localhost:3000/orders', kind: 'document' }),
  flow: () => flow('f1'),
  exchange: () => exchange('f1.1'),
  shot: () => ({ width: 10, height: 10 }),
  call: () => ({
    id: 1,
    time: '2026-01-01T00:00:00Z',
    session: 's1',
    tool: 'observe',
    args: '{}',
    bytes: 2,
    ms: 1,
    outcome: 'ok',
  }),
  span: () => ({
    service: 'shop',
    name: 'GET /orders',
    kind: 'server',
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    startTime: start,
    ms: 1,
    attributes: {},
  }),
  service_log: () => ({ service: 'shop', level: 'info', message: 'ready', attributes: {} }),
  storage: () => ({
    url: 'http://localhost:3000/orders',
    area: 'local',
    change: 'set',
    key: 'theme',
    value: 'dark',
    size: 4,
  }),
  metric: () => ({ service: 'shop', name: 'requests', kind: 'sum', points: [{ attributes: {}, value: 1 }] }),
};
