import { type InsertObject, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import { fault } from '../kernel/fault.ts';
import { type Backend, type Batch, likePattern, type StreamSum, type Trouble } from './backend.ts';
import { ITEM_COLUMNS, PAYLOAD_COLUMNS } from './item-row.ts';
import { rowsOf } from './packed-batch.ts';
import type { Tables } from './schema.ts';

type Pg = typeof import('pg');

/** All tables lie in a schema of their own, so that the database may serve others too. */
const SCHEMA = 'sensorium';
const INT8 = 20;
/** Any number will do as long as no other product takes the same one for its lock. */
const SCHEMA_LOCK = 7_367_511_029;
/** Classes of SQLSTATE that blame the statement or its values: data, constraint, feature, syntax, limit. */
const OWN_FAULTS = new Set(['22', '23', '0A', '42', '54']);

/** The shared store. `pg` is loaded here and not before: the embedded store does without it. */
export async function postgresBackend(
  url: string,
  load: () => Promise<Pg> = () => import('pg'),
): Promise<Backend> {
  const name = withoutPassword(url);
  const pg = await load().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') throw error;
    const why = 'the package "pg" is not installed (npm install pg)';
    throw fault('STORE_UNAVAILABLE', { store: name, why }, error);
  });
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: 10_000,
    application_name: 'sensorium',
    // Whole numbers here are all below 2^53; as text they would not add up.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as typeof pg.types,
  });
  // An idle connection that breaks is replaced; whoever needs the next one hears of it.
  pool.on('error', () => {});
  const bare = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind: 'postgres',
    name,
    db: bare.withSchema(SCHEMA),
    wholeNumber: 'bigint',
    async lockSchema(trx) {
      await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(trx);
      await trx.schema.createSchema(SCHEMA).ifNotExists().execute();
    },
    append: (batch) => appendBatch(bare.withSchema(SCHEMA), batch),
    contains: (column, text) => sql`strpos(${column}, ${text}) > 0`,
    resembles: (column, text) => sql`${column} ilike ${likePattern(text)} escape '\\'`,
    trouble,
    // The pool connects anew by itself.
    isLost: () => false,
    // Autovacuum does it.
    shrink: async () => {},
    close: () => bare.destroy(),
  };
}

function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = '';
    parsed.searchParams.delete('password');
    return parsed.href;
  } catch (error) {
    throw fault('STORE_UNAVAILABLE', { store: 'postgres://…', why: 'the URL cannot be read' }, error);
  }
}

function trouble(error: unknown): Trouble | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (code === '53100') return { kind: 'full', why: 'the disk of the database is full' };
  const isState = /^[0-9A-Z]{5}$/.test(code);
  if (isState && 'severity' in error) {
    return OWN_FAULTS.has(code.slice(0, 2)) ? null : { kind: 'unavailable', why: error.message };
  }
  // Broken sockets have a code of the system; the driver's own words for them have none.
  const isOutage = code.startsWith('E') || /connection|timeout/i.test(error.message);
  return isOutage ? { kind: 'unavailable', why: error.message || code } : null;
}

/** Postgres takes 65,535 values in a statement. */
const VALUES_AT_ONCE = 60_000;

function appendBatch(db: Kysely<Tables>, batch: Batch) {
  const { count, growth } = batch;
  return db.transaction().execute(async (trx): Promise<StreamSum[]> => {
    const counter = await trx
      .updateTable('meta')
      .set((eb) => ({ value: eb('value', '+', count) }))
      .where('name', '=', 'sequence')
      .returning('value')
      .executeTakeFirstOrThrow();
    const { items, payloads, blobs } = rowsOf(batch, counter.value - count);
    await insertMany(trx, 'items', ITEM_COLUMNS, items);
    await insertMany(trx, 'payloads', PAYLOAD_COLUMNS, payloads);
    await insertMany(trx, 'item_blobs', ['item', 'blob'], blobs);
    return trx
      .updateTable('streams')
      .set({ items: grownBy(growth, 'items'), bytes: grownBy(growth, 'bytes') })
      .where(
        'id',
        'in',
        growth.map(({ id }) => id),
      )
      .returning(['id', 'items', 'bytes'])
      .execute();
  });
}

async function insertMany<T extends keyof Tables & string>(
  trx: Transaction<Tables>,
  table: T,
  columns: readonly (keyof Tables[T] & string)[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const step = Math.floor(VALUES_AT_ONCE / columns.length);
  for (let start = 0; start < rows.length; start += step) {
    const values = rows
      .slice(start, start + step)
      .map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
    await trx
      .insertInto(table)
      .values(values as InsertObject<Tables, T>[])
      .execute();
  }
}

/** One statement for all streams: the column, and for each stream what comes on top. */
function grownBy(growth: readonly StreamSum[], column: 'items' | 'bytes'): RawBuilder<number> {
  const cases = growth.map((sum) => sql`when ${sum.id} then cast(${sum[column]} as bigint)`);
  return sql<number>`${sql.ref(column)} + case id ${sql.join(cases, sql` `)} end`;
}
