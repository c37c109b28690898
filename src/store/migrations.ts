import { type CreateTableBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { STREAMS, type Stream } from '../contract/streams.ts';
import { fault } from '../kernel/fault.ts';
import type { Backend } from './backend.ts';
import { SPAN } from './item-row.ts';
import { countAll, TROUBLE } from './rolls.ts';
import type { Tables } from './schema.ts';

type Step = (db: Transaction<Tables>, backend: Backend) => Promise<void>;

/** One step a format, in order. A step that has been released is never changed; add the next one. */
const STEPS: readonly Step[] = [
  firstTables,
  linkTable,
  countedItems,
  ownedDocuments,
  rollsOfLengths,
  shortWays,
];

/** Brings the store to the newest format and says which number each stream has in it. */
export async function migrate(backend: Backend): Promise<ReadonlyMap<Stream, number>> {
  return backend.db.transaction().execute(async (trx) => {
    await backend.lockSchema(trx);
    await trx.schema
      .createTable('meta')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', backend.wholeNumber, (column) => column.notNull())
      .execute();
    const found = (await readMeta(trx, 'format')) ?? 0;
    if (found > STEPS.length) {
      throw fault('STORE_TOO_NEW', { store: backend.name, found, known: STEPS.length });
    }
    for (const step of STEPS.slice(found)) await step(trx, backend);
    if (found < STEPS.length) await writeMeta(trx, 'format', STEPS.length);
    return streamNumbers(trx, backend);
  });
}

export async function readMeta(db: Kysely<Tables>, name: string): Promise<number | undefined> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Nothing new has a number that something in an earlier record may have had: cursors must not lead astray. */
export async function beginAfter({ db }: Backend, sequence: number): Promise<void> {
  await db
    .updateTable('meta')
    .set({ value: sequence })
    .where('name', '=', 'sequence')
    .where('value', '<', sequence)
    .execute();
}

export async function reserveNumbers({ db }: Backend, name: string, count: number): Promise<number> {
  const { value } = await db
    .insertInto('meta')
    .values({ name, value: count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('meta.value', '+', count) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}

export async function writeMeta(db: Kysely<Tables>, name: string, value: number): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Streams keep their numbers for good; a stream that a newer version brings gets the next one. */
async function streamNumbers(
  trx: Transaction<Tables>,
  backend: Backend,
): Promise<ReadonlyMap<Stream, number>> {
  const rows = await trx.selectFrom('streams').select(['id', 'name']).execute();
  const known = new Map(rows.map((row) => [row.name, row.id]));
  let last = Math.max(0, ...known.values());
  for (const name of STREAMS) {
    if (known.has(name)) continue;
    known.set(name, ++last);
    await backend.addStream(trx, last);
    await trx.insertInto('streams').values({ id: last, name, items: 0, bytes: 0, evicted: 0 }).execute();
  }
  return new Map(STREAMS.map((name) => [name, known.get(name) ?? 0]));
}

async function firstTables(db: Transaction<Tables>, backend: Backend): Promise<void> {
  const int = backend.wholeNumber;
  await db.schema
    .createTable('streams')
    .addColumn('id', int, (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('items', int, (column) => column.notNull())
    .addColumn('bytes', int, (column) => column.notNull())
    .addColumn('evicted', int, (column) => column.notNull())
    .execute();
  await itemTables(db, backend);
  await documentTables(db, int);
  if (backend.kind === 'postgres') {
    await db.schema
      .createTable('bodies')
      .addColumn('blob', 'text', (column) => column.primaryKey())
      .addColumn('used', int, (column) => column.notNull())
      .addColumn('content', sql`bytea`, (column) => column.notNull())
      .execute();
  }
  await writeMeta(db, 'sequence', 0);
}

async function linkTable(db: Transaction<Tables>, { wholeNumber: int }: Backend): Promise<void> {
  await db.schema
    .createTable('links')
    .addColumn('effect', int, (column) => column.notNull())
    .addColumn('cause', int, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('confidence', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('links_key', ['effect', 'cause', 'kind'])
    .execute();
  await db.schema.createIndex('links_cause').on('links').column('cause').execute();
}

/**
 * Postgres keeps rows in the order in which they came, so each stream has a part of its own there: otherwise a look
 * through one stream would read the pages of all.
 */
async function itemTables(db: Transaction<Tables>, backend: Backend): Promise<void> {
  const int = backend.wholeNumber;
  const inParts = backend.kind === 'postgres' ? sql`partition by range (id)` : sql``;
  let items: CreateTableBuilder<string, string> = db.schema
    .createTable('items')
    .addColumn('id', int, (column) => column.primaryKey())
    .addColumn('time', int, (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('level', 'integer')
    .addColumn('method', 'text')
    .addColumn('status', 'integer');
  for (const name of ['direction', 'instance', 'context', 'page', 'connection', 'session', 'tests', 'url']) {
    items = items.addColumn(name, 'text');
  }
  await items
    .addColumn('bytes', int, (column) => column.notNull())
    .modifyEnd(inParts)
    .execute();
  await db.schema.createIndex('items_time').on('items').column('time').execute();
  await db.schema
    .createTable('payloads')
    .addColumn('id', int, (column) => column.primaryKey())
    .addColumn('monotonic', 'double precision', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .modifyEnd(inParts)
    .execute();
  await db.schema
    .createTable('item_blobs')
    .addColumn('item', int, (column) => column.notNull())
    .addColumn('blob', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('item_blobs_item').on('item_blobs').column('item').execute();
  await db.schema.createIndex('item_blobs_blob').on('item_blobs').column('blob').execute();
}

async function documentTables(db: Transaction<Tables>, int: Backend['wholeNumber']): Promise<void> {
  await db.schema
    .createTable('documents')
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updated', int, (column) => column.notNull())
    .addPrimaryKeyConstraint('documents_key', ['namespace', 'key'])
    .execute();
  await db.schema
    .createTable('document_blobs')
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('blob', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_blobs_key', ['namespace', 'key', 'blob'])
    .execute();
  await db.schema.createIndex('document_blobs_blob').on('document_blobs').column('blob').execute();
}

/** Counts for the picture of a day, and a short way to what went wrong in it. */
async function countedItems(db: Transaction<Tables>, backend: Backend): Promise<void> {
  const int = backend.wholeNumber;
  await db.schema
    .createTable('rolls')
    .addColumn('part', int, (column) => column.notNull())
    .addColumn('stream', int, (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('items', int, (column) => column.notNull())
    .addColumn('troubles', int, (column) => column.notNull())
    .addPrimaryKeyConstraint('rolls_key', ['part', 'stream', 'session'])
    .modifyEnd(backend.kind === 'sqlite' ? sql`without rowid` : sql``)
    .execute();
  await db.schema.createIndex('items_trouble').on('items').column('time').where(TROUBLE).execute();
}

/** Counts of longer parts too: of ten seconds alone, a day has too many. */
async function rollsOfLengths(db: Transaction<Tables>, backend: Backend): Promise<void> {
  const int = backend.wholeNumber;
  await db.schema.dropTable('rolls').execute();
  await db.schema
    .createTable('rolls')
    .addColumn('seconds', 'integer', (column) => column.notNull())
    .addColumn('part', int, (column) => column.notNull())
    .addColumn('stream', int, (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('items', int, (column) => column.notNull())
    .addColumn('troubles', int, (column) => column.notNull())
    .addPrimaryKeyConstraint('rolls_of_lengths_key', ['seconds', 'part', 'stream', 'session'])
    .modifyEnd(backend.kind === 'sqlite' ? sql`without rowid` : sql``)
    .execute();
  await countAll(db, SPAN);
}

/** To what went wrong, and to what belongs to a test: both are mostly few among many. */
async function shortWays(db: Transaction<Tables>): Promise<void> {
  await db.schema.createIndex('items_wrong').on('items').column('id').where(TROUBLE).execute();
  await db.schema
    .createIndex('items_tested')
    .on('items')
    .column('id')
    .where(sql<boolean>`tests is not null`)
    .execute();
}

/** What was everybody's becomes that of whoever runs the server; other keys begin anew. */
async function ownedDocuments(db: Transaction<Tables>): Promise<void> {
  const plain = ['screenshots', 'screenshot-ocr', 'screenshot-annotations', 'commands'];
  for (const table of ['documents', 'document_blobs'] as const) {
    await db
      .updateTable(table)
      .set({ namespace: sql<string>`namespace || ':own user'` })
      .where('namespace', 'in', plain)
      .execute();
    await db
      .updateTable(table)
      .set({ namespace: sql<string>`'project:own user:' || substr(namespace, length('project:') + 1)` })
      .where('namespace', 'like', 'project:%')
      .execute();
  }
}
