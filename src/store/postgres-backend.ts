import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Connection, Pool, PoolClient } from 'pg';
import { fault } from '../kernel/fault.ts';
import type { Backend, Batch, StreamSum, Trouble } from './backend.ts';
import { copyRows } from './copy-rows.ts';
import { ITEM_COLUMNS, itemId, PAYLOAD_COLUMNS } from './item-row.ts';
import { rowsOf } from './packed-batch.ts';
import { ROLL_COLUMNS, type Roll } from './rolls.ts';
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
  // Our questions are short: to compile them, or to call in others, takes longer than to answer them.
  pool.on('connect', (client) => {
    client.query('set jit = off; set max_parallel_workers_per_gather = 0').catch(() => {});
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
    async addStream(trx, stream) {
      for (const name of ['items', 'payloads']) {
        const bounds = sql`from (${sql.lit(itemId(stream, 0))}) to (${sql.lit(itemId(stream + 1, 0))})`;
        const part = sql.id(SCHEMA, `${name}_${stream}`);
        await sql`create table ${part} partition of ${sql.id(SCHEMA, name)} for values ${bounds}`.execute(
          trx,
        );
      }
    },
    append: (batch) => appendBatch(pg, pool, batch),
    contains: (column, text) => sql`strpos(${column}, ${text}) > 0`,
    // Letters are made small only where the text is not there as it was given, which costs more than to look for it;
    // and in the language of machines: rules of others cost ten times as much.
    resembles: (column, text) =>
      sql`(strpos(${column} collate "C", ${text}) > 0
        or strpos(lower(${column} collate "C"), ${smallLetters(text)}) > 0)`,
    trouble,
    // The pool connects anew by itself.
    isLost: () => false,
    // Autovacuum does it.
    shrink: async () => {},
    close: () => bare.destroy(),
  };
}

const smallLetters = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

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

/** What a batch fills, and in which shape its columns go over the wire. */
const COPIES = {
  items: {
    columns: ITEM_COLUMNS,
    types: ITEM_COLUMNS.map((name) =>
      ['id', 'time', 'bytes'].includes(name) ? 'int8' : ['level', 'status'].includes(name) ? 'int4' : 'text',
    ),
  },
  payloads: { columns: PAYLOAD_COLUMNS, types: ['int8', 'float8', 'text'] },
  blobs: { columns: ['item', 'blob'], types: ['int8', 'text'] },
} as const;

const table = (name: string) => `"${SCHEMA}"."${name}"`;
const copyInto = (name: string, columns: readonly string[]) =>
  `copy ${table(name)} (${columns.map((column) => `"${column}"`).join(', ')}) from stdin (format binary)`;

/**
 * Two round trips, however many rows: one for the numbers, one for everything else. Rows are copied and not
 * inserted, which costs the server a third and us half.
 */
async function appendBatch(pg: Pg, pool: Pool, batch: Batch): Promise<StreamSum[]> {
  const client = await pool.connect();
  try {
    const counter = await ask<{ value: number }>(pg, client, [
      'begin',
      `update ${table('meta')} set value = value + ${batch.count} where name = 'sequence' returning value`,
    ]);
    const rows = rowsOf(batch, (counter[0]?.value ?? 0) - batch.count);
    const sums = await ask<StreamSum>(
      pg,
      client,
      [
        copyInto('items', COPIES.items.columns),
        copyInto('payloads', COPIES.payloads.columns),
        ...(rows.blobs.length > 0 ? [copyInto('item_blobs', COPIES.blobs.columns)] : []),
        `update ${table('streams')} set items = items + ${grownBy(batch.growth, 'items')},
          bytes = bytes + ${grownBy(batch.growth, 'bytes')}
          where id in (${batch.growth.map(({ id }) => id).join(', ')}) returning id, items, bytes`,
        countedIn(batch),
        'commit',
      ],
      [
        copyRows(COPIES.items.types, rows.items),
        copyRows(COPIES.payloads.types, rows.payloads),
        ...(rows.blobs.length > 0 ? [copyRows(COPIES.blobs.types, rows.blobs)] : []),
      ],
    );
    client.release();
    return sums;
  } catch (error) {
    // Closing the connection undoes what it has begun, also where a rollback would not get through.
    client.release(true);
    throw error;
  }
}

/**
 * Sends statements in one go, and behind them what their copies read; gives the rows of the only one that has some.
 * Where one fails, the server leaves out the others and passes over what was meant for them.
 */
function ask<Row extends object>(
  pg: Pg,
  client: PoolClient,
  statements: readonly string[],
  copies: readonly Uint8Array[] = [],
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(statements.join('; '), (error: Error | undefined, results: unknown) => {
      if (error) reject(error);
      else resolve((results as { rows: Row[] }[]).flatMap(({ rows }) => rows));
    });
    const submit = query.submit;
    Object.assign(query, {
      submit(connection: CopyConnection) {
        submit.call(query, connection);
        for (const rows of copies) {
          connection.sendCopyFromChunk(rows);
          connection.endCopyFrom();
        }
        return null;
      },
      // They are on their way already.
      handleCopyInResponse() {},
    });
    client.query(query);
  });
}

/** What its types leave out. */
type CopyConnection = Connection & { sendCopyFromChunk(bytes: Uint8Array): void; endCopyFrom(): void };

/** One statement for all streams: for each of them what comes on top. */
function grownBy(growth: readonly StreamSum[], column: 'items' | 'bytes'): string {
  return `case id ${growth.map((sum) => `when ${sum.id} then ${sum[column]}`).join(' ')} end`;
}

/** One statement for all counts. Sorted, so that two who write the same ones never wait for each other. */
function countedIn({ rolls }: Batch): string {
  const keyOf = ({ seconds, part, stream, session }: Roll) => `${seconds} ${part} ${stream} ${session}`;
  const rows = rolls
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map(({ seconds, part, stream, session, items, troubles }) => {
      return `(${seconds}, ${part}, ${stream}, ${quoted(session)}, ${items}, ${troubles})`;
    });
  return `insert into ${table('rolls')} as now (${ROLL_COLUMNS.join(', ')}) values ${rows.join(', ')}
    on conflict (seconds, part, stream, session)
    do update set items = now.items + excluded.items, troubles = now.troubles + excluded.troubles`;
}

/** A text within a statement, whatever stands in it and however the server reads backslashes. */
const quoted = (text: string) => `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
