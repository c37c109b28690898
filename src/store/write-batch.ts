import { type RawBuilder, sql } from 'kysely';
import type { Stream } from '../kernel/evidence.ts';
import { itemId } from './item-id.ts';
import { ITEM_COLUMNS, PAYLOAD_COLUMNS, type PendingItem } from './item-row.ts';
import type { Opened } from './opened.ts';

/** How much a stream holds after a batch, so that retention knows whether it has work. */
export interface StreamSize {
  readonly stream: Stream;
  readonly items: number;
  readonly bytes: number;
}

interface Growth {
  readonly stream: Stream;
  items: number;
  bytes: number;
}

/**
 * Writes a batch in one transaction. The counter's row is locked until the end, so sequence numbers appear
 * in their order whoever else is writing: a reader that has seen one number never misses a smaller one.
 */
export async function writeBatch({ backend, streams }: Opened, batch: readonly PendingItem[]) {
  return backend.db.transaction().execute(async (trx): Promise<StreamSize[]> => {
    const counter = await trx
      .updateTable('meta')
      .set((eb) => ({ value: eb('value', '+', batch.length) }))
      .where('name', '=', 'sequence')
      .returning('value')
      .executeTakeFirstOrThrow();
    const growth = new Map<number, Growth>();
    const blobs: [number, string][] = [];
    let seq = counter.value - batch.length;
    for (const { stream, item, payload, bytes, blobs: own } of batch) {
      const number = streams.get(stream) ?? 0;
      const id = itemId(number, ++seq);
      item[0] = id;
      payload[0] = id;
      for (const blob of own) blobs.push([id, blob]);
      const grown = growth.get(number) ?? { stream, items: 0, bytes: 0 };
      grown.items++;
      grown.bytes += bytes;
      growth.set(number, grown);
    }
    await backend.insertMany(
      trx,
      'items',
      ITEM_COLUMNS,
      batch.map((pending) => pending.item),
    );
    await backend.insertMany(
      trx,
      'payloads',
      PAYLOAD_COLUMNS,
      batch.map((pending) => pending.payload),
    );
    await backend.insertMany(trx, 'item_blobs', ['item', 'blob'], blobs);
    const rows = await trx
      .updateTable('streams')
      .set({ items: grownBy(growth, 'items'), bytes: grownBy(growth, 'bytes') })
      .where('id', 'in', [...growth.keys()])
      .returning(['id', 'items', 'bytes'])
      .execute();
    return rows.flatMap(({ id, items, bytes }) => {
      const stream = growth.get(id)?.stream;
      return stream ? [{ stream, items, bytes }] : [];
    });
  });
}

/** One statement for all streams: the column, and for each stream what comes on top. */
function grownBy(growth: ReadonlyMap<number, Growth>, column: 'items' | 'bytes'): RawBuilder<number> {
  const cases = [...growth].map(([id, grown]) => sql`when ${id} then cast(${grown[column]} as bigint)`);
  return sql<number>`${sql.ref(column)} + case id ${sql.join(cases, sql` `)} end`;
}
