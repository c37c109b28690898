import { type SelectQueryBuilder, sql } from 'kysely';
import type { Stream } from '../contract/streams.ts';
import { breather } from '../kernel/breathe.ts';
import { conditions, type Filters } from './filters.ts';
import { type Item, itemId, SPAN } from './item-row.ts';
import { readMeta } from './migrations.ts';
import type { Opened } from './opened.ts';
import { isTrouble, meansTrouble, ROLL_MICROS, TROUBLE } from './rolls.ts';
import type { Tables } from './schema.ts';
import type { Search } from './search.ts';

/** A window of the record. Times are microseconds since the epoch; both ends are included. */
export interface WindowQuery {
  readonly filters: Filters;
  /** What SQL cannot say. */
  readonly keep?: ((item: Item) => boolean) | undefined;
  readonly from: number;
  readonly to: number;
  /** Ends the work early: whoever asked is gone. */
  readonly signal?: AbortSignal | undefined;
}

/** The place of an item in time; the next window begins behind it. */
export interface Spot {
  readonly time: number;
  readonly id: number;
}

/** What an item is, without its data. */
export interface Kind {
  readonly seq: number;
  readonly stream: Stream;
  readonly isTrouble: boolean;
}

export interface WindowItems {
  /** Newest first. */
  readonly items: readonly Item[];
  /** Where older ones begin; absent at the end of the window. */
  readonly next?: Spot | undefined;
}

export interface Histogram {
  readonly from: number;
  /** Microseconds of each part. */
  readonly width: number;
  readonly parts: number;
  readonly streams: { readonly [S in Stream]?: { readonly items: number[]; readonly troubles: number[] } };
  /** What is older was not looked at, because that would have taken too long. */
  readonly since?: number | undefined;
}

/** How many items are looked at in one go: first a few, so that the usual question is answered at once. */
const FIRST_SLICE = 4000;
const SLICE = 20_000;
/** When to stop and say how far one has come. */
const ROWS_MS = 120;
const HISTOGRAM_MS = 800;
/** So many items are loaded at a time where each must be looked at. */
const LOADED = 500;
/** Values of one statement. */
const AT_ONCE = 5000;

type Rows = SelectQueryBuilder<Tables, 'items' | 'payloads', Record<never, never>>;

/** Reads the record by time, a window of it at a time: what a timeline shows. */
export class Timeline {
  readonly #opened: Opened;
  readonly #search: Search;

  constructor(opened: Opened, search: Search) {
    this.#opened = opened;
    this.#search = search;
  }

  /** The newest items of the window, or those behind a spot. */
  async items(query: WindowQuery, limit: number, behind?: Spot): Promise<WindowItems> {
    const found: Item[] = [];
    const ends = performance.now() + ROWS_MS;
    const isSure = !query.keep;
    for await (const slice of this.#slices(query, behind)) {
      let spot = slice.behind;
      for (;;) {
        const step = isSure ? limit + 1 - found.length : LOADED;
        const spots = await this.#spots(query, slice.from, spot, step);
        const items = await this.#search.load(spots.map(({ id }) => id));
        for (const item of items) {
          if (query.keep && !query.keep(item)) continue;
          if (found.length === limit) return { items: found, next: this.#spotOf(found.at(-1)) };
          found.push(item);
        }
        spot = spots.at(-1);
        if (spots.length < step || !spot) break;
        if (performance.now() > ends) return { items: found, next: spot };
      }
      if (slice.isLast) break;
      if (performance.now() > ends || query.signal?.aborted)
        return { items: found, next: { time: slice.from, id: 0 } };
    }
    return { items: found };
  }

  /** What has come in since that number, whatever its time: the newest of it, newest first. */
  async since(seq: number, { filters, keep }: Pick<WindowQuery, 'filters' | 'keep'>, limit: number) {
    const { db } = this.#opened.backend;
    const last = (await readMeta(db, 'sequence')) ?? 0;
    if (last <= seq) return { items: [], last, isCut: false };
    const ids = await this.#search.ids(filters, { from: seq + 1, to: last }, 'newest', limit + 1);
    const items = await this.#search.load(ids.slice(0, limit));
    const kept = keep ? items.filter(keep) : items;
    return { items: kept, last, isCut: ids.length > limit, next: this.#spotOf(items.at(-1)) };
  }

  /** Items of one stream by their numbers, newest first: nothing of other streams is passed over. */
  async ofStream(
    stream: Stream,
    { filters, from, to }: Pick<WindowQuery, 'filters' | 'from' | 'to'>,
    limit: number,
    below = SPAN,
  ): Promise<Item[]> {
    const own: Filters = { ...filters, streams: [stream], since: Math.floor(from), until: Math.floor(to) };
    return this.#search.load(await this.#search.ids(own, { from: 0, to: below - 1 }, 'newest', limit));
  }

  /** Of what kind the items with these numbers are, as far as they are of these sessions. */
  async kinds(seqs: readonly number[], sessions: readonly string[]): Promise<Kind[]> {
    const names = [...this.#opened.streams].map(([name, number]) => ({ name, number }));
    const byId = new Map(
      seqs.flatMap((seq) => names.map(({ name, number }) => [itemId(number, seq), { seq, stream: name }])),
    );
    const ids = [...byId.keys()];
    const found: Kind[] = [];
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const rows = await this.#opened.backend.db
        .selectFrom('items')
        .select(['id', 'level', 'status'])
        .where('id', 'in', ids.slice(start, start + AT_ONCE))
        .where('session', 'in', sessions)
        .execute();
      for (const { id, level, status } of rows)
        found.push({ ...byId.get(id)!, isTrouble: isTrouble(level, status) });
    }
    return found;
  }

  /** How many items fell into each part of the window. Where counts are at hand no item is looked at. */
  async histogram(query: WindowQuery, parts: number): Promise<Histogram> {
    const { from, to } = query;
    const wanted = Math.max(1, Math.ceil((to - from + 1) / parts));
    if (isCounted(query) && (wanted >= ROLL_MICROS || (await this.#isCrowded(query))))
      return this.#fromRolls(query, Math.max(1, Math.round(wanted / ROLL_MICROS)) * ROLL_MICROS);
    const count = Math.ceil((to - from + 1) / wanted);
    const tally = new Tally(from, wanted, count);
    const ends = performance.now() + HISTOGRAM_MS;
    for await (const slice of this.#slices(query)) {
      if (query.keep) await this.#tallyKept(query, slice, tally);
      else for (const row of await this.#counted(query, slice, wanted)) tally.add(row);
      if (slice.isLast) break;
      if (performance.now() > ends || query.signal?.aborted) return this.#told(tally, slice.from);
    }
    return this.#told(tally);
  }

  /** The oldest and the newest moment of these sessions; undefined where nothing was seen. */
  async extent(
    sessions: readonly string[],
  ): Promise<{ from: number; to: number; items: number } | undefined> {
    const { db } = this.#opened.backend;
    const row = await db
      .selectFrom('rolls')
      .select((eb) => [
        eb.fn.min<number | null>('part').as('first'),
        eb.fn.max<number | null>('part').as('last'),
        eb.cast<number>(eb.fn.coalesce(eb.fn.sum<number>('items'), eb.lit(0)), 'bigint').as('items'),
      ])
      .where('session', 'in', sessions)
      .executeTakeFirstOrThrow();
    if (row.first === null || row.last === null) return undefined;
    return { from: row.first * ROLL_MICROS, to: (row.last + 1) * ROLL_MICROS - 1, items: row.items };
  }

  #told(tally: Tally, since?: number): Histogram {
    const names = new Map([...this.#opened.streams].map(([name, number]) => [number, name]));
    const streams = [...tally.streams].flatMap(([number, sums]) => {
      const name = names.get(number);
      return name ? [[name, sums] as const] : [];
    });
    const { from, width, count: parts } = tally;
    return { from, width, parts, streams: Object.fromEntries(streams), since };
  }

  /** A window in which so much happened in few seconds that to look at it all would take too long. */
  async #isCrowded(query: WindowQuery): Promise<boolean> {
    const { db } = this.#opened.backend;
    const row = await this.#rolls(query, db.selectFrom('rolls'))
      .select((eb) => eb.cast<number>(eb.fn.sum<number>('rolls.items'), 'bigint').as('items'))
      .executeTakeFirst();
    return (row?.items ?? 0) > 5 * SLICE;
  }

  async #fromRolls(query: WindowQuery, width: number): Promise<Histogram> {
    const first = Math.floor(query.from / width);
    const last = Math.floor(query.to / width);
    const part = sql<number>`rolls.part / ${sql.lit(width / ROLL_MICROS)} - ${sql.lit(first)}`;
    const isBad = query.filters.isTrouble === true;
    const rows = await this.#rolls(query, this.#opened.backend.db.selectFrom('rolls'))
      .select((eb) => [
        part.as('at'),
        'rolls.stream',
        eb.cast<number>(eb.fn.sum<number>(isBad ? 'rolls.troubles' : 'rolls.items'), 'bigint').as('items'),
        eb.cast<number>(eb.fn.sum<number>('rolls.troubles'), 'bigint').as('troubles'),
      ])
      .groupBy(['at', 'rolls.stream'])
      .execute();
    const tally = new Tally(first * width, width, last - first + 1);
    for (const row of rows) if (row.items > 0) tally.add(row);
    return this.#told(tally);
  }

  #rolls(
    { filters, from, to }: WindowQuery,
    query: SelectQueryBuilder<Tables, 'rolls', Record<never, never>>,
  ): SelectQueryBuilder<Tables, 'rolls', Record<never, never>> {
    const streams = this.#numbers(filters);
    let some = query
      .where('rolls.part', '>=', Math.floor(from / ROLL_MICROS))
      .where('rolls.part', '<=', Math.floor(to / ROLL_MICROS));
    if (filters.streams) some = some.where('rolls.stream', 'in', streams.length > 0 ? streams : [0]);
    return filters.sessions ? some.where('rolls.session', 'in', filters.sessions) : some;
  }

  /** Parts of the window, the newest first, each small enough that others get their turn in between. */
  async *#slices(query: WindowQuery, behind?: Spot) {
    const { db } = this.#opened.backend;
    let from = Math.floor(query.from);
    const end: Spot = behind ?? { time: Math.floor(query.to), id: Number.MAX_SAFE_INTEGER };
    // What went wrong has an index of its own: nothing else is looked at.
    const isShort = query.filters.isTrouble || meansTrouble(query.filters.statusMin);
    if (isShort) {
      yield { from, behind: end, isLast: true };
      return;
    }
    let spot = end;
    for (let size = FIRST_SLICE; ; size = SLICE) {
      const edge = await db
        .selectFrom('items')
        .select('time')
        .where('time', '<', spot.time)
        .where('time', '>=', Math.floor(query.from))
        .orderBy('time', 'desc')
        .limit(1)
        .offset(size)
        .executeTakeFirst();
      from = edge ? edge.time : Math.floor(query.from);
      yield { from, behind: spot, isLast: !edge };
      if (!edge) return;
      spot = { time: from, id: 0 };
    }
  }

  /** The newest matches between a moment and a spot. */
  async #spots(query: WindowQuery, from: number, behind: Spot | undefined, limit: number): Promise<Spot[]> {
    return this.#matches(query, from, behind)
      .select(['items.id', 'items.time'])
      .orderBy('items.time', 'desc')
      .orderBy('items.id', 'desc')
      .limit(limit)
      .execute();
  }

  #matches({ filters }: WindowQuery, from: number, behind?: Spot): Rows {
    const { backend } = this.#opened;
    const items = backend.db.selectFrom('items');
    const joined = items.innerJoin('payloads', 'payloads.id', 'items.id');
    let query = (filters.text === undefined ? items : joined) as Rows;
    query = query.where('items.time', '>=', from).where((eb) => eb.and(conditions(eb, filters, backend)));
    if (filters.streams) {
      const streams = this.#numbers(filters);
      query = query.where(sql<number>`items.id / ${sql.lit(SPAN)}`, 'in', streams.length > 0 ? streams : [0]);
    }
    if (!behind) return query;
    return query
      .where('items.time', '<=', behind.time)
      .where((eb) => eb.or([eb('items.time', '<', behind.time), eb('items.id', '<', behind.id)]));
  }

  async #counted(query: WindowQuery, slice: Slice, width: number): Promise<Counted[]> {
    return this.#matches(query, slice.from, slice.behind)
      .select([
        sql<number>`(items.time - ${sql.lit(query.from)}) / ${sql.lit(width)}`.as('at'),
        sql<number>`items.id / ${sql.lit(SPAN)}`.as('stream'),
        sql<number>`count(*)`.as('items'),
        sql<number>`sum(case when ${TROUBLE} then 1 else 0 end)`.as('troubles'),
      ])
      .groupBy(['at', 'stream'])
      .execute();
  }

  async #tallyKept(query: WindowQuery, slice: Slice, tally: Tally): Promise<void> {
    const breathe = breather();
    for (let spot: Spot | undefined = slice.behind; spot; ) {
      const spots: Spot[] = await this.#spots(query, slice.from, spot, LOADED);
      const ids = spots.map(({ id }) => id);
      for (const item of await this.#search.load(ids)) {
        if (!query.keep?.(item)) continue;
        tally.add({
          at: Math.floor((item.time - query.from) / tally.width),
          stream: this.#numberOf(item),
          items: 1,
          troubles: 0,
        });
      }
      await breathe();
      spot = spots.length < LOADED || query.signal?.aborted ? undefined : spots.at(-1);
    }
  }

  #spotOf(item: Item | undefined): Spot | undefined {
    return item && { time: item.time, id: itemId(this.#numberOf(item), item.seq) };
  }

  #numberOf(item: Item): number {
    return this.#opened.streams.get(item.stream === 'unreadable' ? item.of : item.stream) ?? 0;
  }

  #numbers(filters: Filters): number[] {
    const wanted = filters.streams;
    const all = [...this.#opened.streams];
    return all.filter(([name]) => !wanted || wanted.includes(name)).map(([, number]) => number);
  }
}

interface Slice {
  readonly from: number;
  readonly behind: Spot;
}

interface Counted {
  readonly at: number;
  readonly stream: number;
  readonly items: number;
  readonly troubles: number;
}

/** The counts by stream and part. */
class Tally {
  readonly streams = new Map<number, { items: number[]; troubles: number[] }>();
  readonly from: number;
  readonly width: number;
  readonly count: number;

  constructor(from: number, width: number, count: number) {
    this.from = from;
    this.width = width;
    this.count = count;
  }

  add({ at, stream, items, troubles }: Counted): void {
    const none = () => Array.from({ length: this.count }, () => 0);
    const sums = this.streams.get(stream) ?? { items: none(), troubles: none() };
    if (at < 0 || at >= this.count) return;
    sums.items[at]! += Number(items);
    sums.troubles[at]! += Number(troubles);
    this.streams.set(stream, sums);
  }
}

/** Whether the counts answer it: nothing else is asked for than streams, sessions and trouble. */
function isCounted({ filters, keep }: WindowQuery): boolean {
  const { streams: _, sessions: __, isTrouble: ___, ...others } = filters;
  return !keep && Object.values(others).every((value) => value === undefined);
}
