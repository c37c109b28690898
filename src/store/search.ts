import { type SelectQueryBuilder, sql } from 'kysely';
import { STREAMS, type Stream } from '../contract/streams.ts';
import { fault } from '../kernel/fault.ts';
import { conditions, type Filters, looksAt, restricts } from './filters.ts';
import { type Item, itemId, itemOf, SPAN, seqOf, streamOf } from './item-row.ts';
import { readMeta } from './migrations.ts';
import type { Opened } from './opened.ts';
import { COUNTED, uncount } from './rolls.ts';
import type { ItemRow, PayloadRow, Tables } from './schema.ts';

/** A part of the sequence: both ends are included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export const EVERYTHING: Range = { from: 0, to: SPAN - 1 };

/** SQLite takes 32,766 values in a statement, Postgres 65,535. */
const IDS_AT_ONCE = 5000;

type Matches = SelectQueryBuilder<Tables, 'items' | 'payloads', { id: number }>;

/** Reads items out of the open store. Knows nothing of cursors. */
export class Search {
  readonly #opened: Opened;
  readonly #names: ReadonlyMap<number, Stream>;

  constructor(opened: Opened) {
    this.#opened = opened;
    this.#names = new Map([...opened.streams].map(([name, number]) => [number, name]));
  }

  /** The ids of the first `limit` matches, seen from the newer or the older end, in that order. */
  async ids(filters: Filters, range: Range, end: 'newest' | 'oldest', limit: number): Promise<number[]> {
    const { db } = this.#opened.backend;
    const direction = end === 'newest' ? 'desc' : 'asc';
    // Each stream is one key range, read in order and left at the limit; then the streams are merged.
    const [first, ...others] = this.#numbers(filters).map((stream) =>
      db
        .selectFrom(this.#matches(filters, stream, range, direction).limit(limit).as('found'))
        .select('found.id'),
    );
    if (!first) return [];
    const rows = await others.reduce((all, query) => all.unionAll(query), first).execute();
    const sign = end === 'newest' ? -1 : 1;
    return rows
      .map((row) => row.id)
      .sort((a, b) => sign * (seqOf(a) - seqOf(b)))
      .slice(0, limit);
  }

  /**
   * What matches, a query for each stream, which looks through the stream as it lies on disk. Where few of many match,
   * that takes a tenth of what the way along the index on time takes.
   */
  byStream(filters: Filters): Matches[] {
    const tables = filters.text === undefined ? 'items' : 'both';
    return this.#numbers(filters).map((stream) =>
      this.#matches(filters, stream, EVERYTHING, undefined, tables),
    );
  }

  /** How many match; a filtered count stops at `limit`, because it has to look at every item. */
  async count(filters: Filters, limit?: number): Promise<number> {
    const { db } = this.#opened.backend;
    const streams = this.#numbers(filters);
    if (streams.length === 0) return 0;
    if (!restricts(filters)) {
      const rows = await db.selectFrom('streams').select('items').where('id', 'in', streams).execute();
      return rows.reduce((sum, row) => sum + row.items, 0);
    }
    let count = 0;
    for (const stream of streams) {
      const matches = this.#matches(filters, stream, EVERYTHING);
      const { items } = await db
        .selectFrom((limit === undefined ? matches : matches.limit(limit - count)).as('matches'))
        .select((eb) => eb.fn.countAll<number>().as('items'))
        .executeTakeFirstOrThrow();
      count += items;
      if (count === limit) break;
    }
    return count;
  }

  /** Whole items, in the order of the ids; one that has been evicted meanwhile is left out. */
  async load(ids: readonly number[]): Promise<Item[]> {
    const found = new Map<number, ItemRow & PayloadRow>();
    for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
      const some = ids.slice(start, start + IDS_AT_ONCE);
      const rows = await this.#opened.backend.db
        .selectFrom('items')
        .leftJoin('payloads', (join) =>
          join.onRef('payloads.id', '=', 'items.id').on('payloads.id', 'in', some),
        )
        .selectAll('items')
        .select(['payloads.monotonic', 'payloads.data'])
        .where('items.id', 'in', some)
        .execute();
      for (const row of rows) {
        if (row.data === null || row.monotonic === null) throw this.#odd('an item has lost its data');
        found.set(row.id, row as ItemRow & PayloadRow);
      }
    }
    return ids.flatMap((id) => {
      const row = found.get(id);
      const stream = this.#names.get(streamOf(id));
      return row && stream ? [itemOf(row, stream)] : [];
    });
  }

  /** Fails where nothing was found, though the record counts something: it must not answer wrongly. */
  async surelyEmpty(filters: Filters): Promise<void> {
    if ((await this.count(filters)) === 0) return;
    // Something may have come in since.
    if ((await this.ids(filters, EVERYTHING, 'newest', 1)).length > 0) return;
    if ((await this.count(filters)) > 0) throw this.#odd('it counts items that are not there');
  }

  #odd(why: string): Error {
    const { file, name } = this.#opened.backend;
    file?.distrust(why);
    return fault('STORE_DAMAGED', { store: name, why });
  }

  async bySequence(seq: number): Promise<Item | undefined> {
    const [item] = await this.load([...this.#names.keys()].map((stream) => itemId(stream, seq)));
    return item;
  }

  /** Which of these items belong to one of the sessions. */
  async ofSessions(items: readonly number[], sessions: readonly string[]): Promise<ReadonlySet<number>> {
    const found = new Set<number>();
    const streams = [...this.#names.keys()];
    const atOnce = Math.floor(IDS_AT_ONCE / streams.length);
    for (let start = 0; start < items.length; start += atOnce) {
      const ids = items
        .slice(start, start + atOnce)
        .flatMap((seq) => streams.map((stream) => itemId(stream, seq)));
      const rows = await this.#opened.backend.db
        .selectFrom('items')
        .select('id')
        .where('id', 'in', ids)
        .where('session', 'in', sessions)
        .execute();
      for (const { id } of rows) found.add(seqOf(id));
    }
    return found;
  }

  /** Ids of what was seen between two moments, newest first, by the index on time. */
  async idsBetween(filters: Filters, since: number, until: number, limit: number): Promise<number[]> {
    const { db } = this.#opened.backend;
    const within = { ...filters, since, until };
    const streams = this.#numbers(filters);
    if (streams.length === 0) return [];
    let query = db
      .selectFrom('items')
      .innerJoin('payloads', 'payloads.id', 'items.id')
      .select('items.id')
      .where((eb) => eb.and(conditions(eb, within, this.#opened.backend)));
    if (filters.streams) {
      query = query.where(sql<number>`items.id / ${sql.lit(SPAN)}`, 'in', streams);
    }
    const rows = await query.orderBy('items.time', 'desc').orderBy('items.id', 'desc').limit(limit).execute();
    return rows.map((row) => row.id);
  }

  #numbers(filters: Filters): number[] {
    const wanted = new Set(filters.streams ?? STREAMS);
    return [...this.#opened.streams].filter(([name]) => wanted.has(name)).map(([, number]) => number);
  }

  #matches(
    filters: Filters,
    stream: number,
    range: Range,
    order?: 'asc' | 'desc',
    tables = looksAt(filters),
  ): Matches {
    const { backend } = this.#opened;
    const [first, last] = [itemId(stream, range.from), itemId(stream, range.to)];
    const items = backend.db.selectFrom('items');
    const from = {
      items,
      payloads: backend.db.selectFrom('payloads'),
      // The range for each: Postgres does not see that one follows from the other.
      both: items.innerJoin('payloads', (join) =>
        join
          .onRef('payloads.id', '=', 'items.id')
          .on('payloads.id', '>=', first)
          .on('payloads.id', '<=', last),
      ),
    }[tables];
    const id = tables === 'payloads' ? 'payloads.id' : 'items.id';
    return (from as SelectQueryBuilder<Tables, 'items' | 'payloads', Record<never, never>>)
      .select(id)
      .where(id, '>=', first)
      .where(id, '<=', last)
      .where((eb) => eb.and(conditions(eb, filters, backend)))
      .$if(order !== undefined, (query) => query.orderBy(id, order));
  }
}

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

async function clearIds(
  { backend, streams }: Opened,
  stream: Stream,
  ids: readonly number[],
): Promise<number> {
  return backend.db.transaction().execute(async (trx) => {
    // The sums first, as whoever records and evicts does: in another order two would wait for each other.
    await trx
      .updateTable('streams')
      .set((eb) => ({ items: eb.ref('items') }))
      .where('name', '=', stream)
      .execute();
    // Another process may have deleted some of them since: only what is deleted here is counted.
    const gone = await trx
      .deleteFrom('items')
      .where('id', 'in', ids)
      .returning(['bytes', ...COUNTED])
      .execute();
    await uncount(trx, streams.get(stream) ?? 0, gone);
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
