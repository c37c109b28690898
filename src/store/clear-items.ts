import type { Stream } from '../contract/streams.ts';
import type { Filters } from './filters.ts';
import { streamOf } from './item-id.ts';
import { readMeta } from './migrations.ts';
import type { Opened } from './opened.ts';
import type { Search } from './search.ts';

const STEP = 1000;

/**
 * Deletes what matches, in steps that leave room for others. What comes in meanwhile stays: it was not there to be
 * cleared, and a flood would never let this end. Returns how many items went from each stream.
 */
export async function clearItems(
  opened: Opened,
  search: Search,
  filters: Filters,
): Promise<Partial<Record<Stream, number>>> {
  const cleared: Partial<Record<Stream, number>> = {};
  const names = new Map([...opened.streams].map(([name, number]) => [number, name]));
  const range = { from: 0, to: (await readMeta(opened.backend.db, 'sequence')) ?? 0 };
  for (;;) {
    const ids = await search.ids(filters, range, 'oldest', STEP);
    if (ids.length === 0) return cleared;
    for (const [number, some] of Map.groupBy(ids, streamOf)) {
      const name = names.get(number);
      if (name === undefined) continue;
      cleared[name] = (cleared[name] ?? 0) + (await clearIds(opened, name, some));
    }
  }
}

async function clearIds({ backend }: Opened, stream: Stream, ids: readonly number[]): Promise<number> {
  return backend.db.transaction().execute(async (trx) => {
    // Another process may have deleted some of them since: only what is deleted here is counted.
    const gone = await trx.deleteFrom('items').where('id', 'in', ids).returning('bytes').execute();
    await trx.deleteFrom('payloads').where('id', 'in', ids).execute();
    await trx.deleteFrom('item_blobs').where('item', 'in', ids).execute();
    const bytes = gone.reduce((sum, row) => sum + row.bytes, 0);
    await trx
      .updateTable('streams')
      .set((eb) => ({ items: eb('items', '-', gone.length), bytes: eb('bytes', '-', bytes) }))
      .where('name', '=', stream)
      .execute();
    return gone.length;
  });
}
