import { type InsertObject, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Batch, StreamSum } from './backend.ts';
import { ITEM_COLUMNS, PAYLOAD_COLUMNS } from './item-row.ts';
import { rowsOf } from './packed-batch.ts';
import type { Tables } from './schema.ts';

/** Postgres takes 65,535 values in a statement. */
const VALUES_AT_ONCE = 60_000;

export function appendBatch(db: Kysely<Tables>, batch: Batch) {
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
