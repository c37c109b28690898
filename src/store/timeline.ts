import { type SelectQueryBuilder, sql } from 'kysely';
import type { Stream } from '../contract/streams.ts';
import { breather } from '../kernel/breathe.ts';
import { Counts, type PartCount } from './counts.ts';
import { conditions, type Filters } from './filters.ts';
import { type Item, itemId, SPAN } from './item-row.ts';
import { readMeta } from './migrations.ts';
import type { Opened } from './opened.ts';
import { isTrouble, meansTrouble, ROLL_SECONDS, SECOND, TROUBLE } from './rolls.ts';
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
/** Beyond so many, the way along the index on time takes longer than to look through all. */
const MOST_BY_TIME = 200_000;
/** Whoever has just asked sees what is found among so many, and that it goes on. */
const MOST_AT_FIRST = 50_000;
/** To count so many would take too long. */
const MANY = 5 * SLICE;
/** When to stop and say how far one has come. */
const ROWS_MS = 120;
const HISTOGRAM_MS = 800;
/** So many items are loaded at a time where each must be looked at. */
const LOADED = 500;
/** Values of one statement. */
const AT_ONCE = 5000;

const [FINEST] = ROLL_SECONDS;

type Rows = SelectQueryBuilder<Tables, 'items' | 'payloads', Record<never, never>>;

/** Reads the record by time, a window of it at a time: what a timeline shows. */
export class Timeline {
  readonly #opened: Opened;
  readonly #search: Search;
  readonly #counts: Counts;

  constructor(opened: Opened, search: Search) {
    this.#opened = opened;
    this.#search = search;
    this.#counts = new Counts(opened);
  }

  /** The newest items of the window, or those behind a spot. Of what is rare the newest few come first. */
  async items(query: WindowQuery, limit: number, behind?: Spot): Promise<WindowItems> {
    if (query.keep || this.#isSlow(query)) return this.#itemsInTime(query, limit, behind);
    const spots: Spot[] = [];
    let looked = 0;
    let next: Spot | undefined;
    for await (const slice of this.#slices(query, behind)) {
      spots.push(...(await this.#spots(query, slice.from, slice.behind, limit + 1 - spots.length)));
      looked += slice.size;
      if (slice.isLast || spots.length > limit) break;
      // As far as can be told from those found so far; what is not among the newest at all gets a second look.
      const toPass = spots.length > 0 ? (looked * limit) / spots.length : looked > FIRST_SLICE ? Infinity : 0;
      if (toPass <= (behind ? MOST_BY_TIME : MOST_AT_FIRST)) continue;
      if (!behind) next = { time: slice.from, id: 0 };
      else spots.push(...(await this.#spotsBefore(slice.from, query, limit + 1 - spots.length)));
      break;
    }
    const items = await this.#search.load(spots.slice(0, limit).map(({ id }) => id));
    return { items, next: spots.length > limit ? spots[limit - 1] : next };
  }

  /** Where each must be looked at, or a look takes long: after a while it is said how far one has come. */
  async #itemsInTime(query: WindowQuery, limit: number, behind?: Spot): Promise<WindowItems> {
    const found: Item[] = [];
    const ends = performance.now() + ROWS_MS;
    for await (const slice of this.#slices(query, behind)) {
      let spot: Spot | undefined = slice.behind;
      for (;;) {
        const spots: Spot[] = await this.#spots(query, slice.from, spot, LOADED);
        for (const item of await this.#search.load(spots.map(({ id }) => id))) {
          if (query.keep?.(item) === false) continue;
          if (found.length === limit) return { items: found, next: this.#spotOf(found.at(-1)) };
          found.push(item);
        }
        spot = spots.at(-1);
        if (spots.length < LOADED || !spot) break;
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
    const held = wanted >= FINEST * SECOND && isCounted(query) ? MANY : await this.#counts.held(query);
    if (isCounted(query) && held >= MANY) {
      const seconds = ROLL_SECONDS.findLast((length) => length * SECOND <= wanted) ?? FINEST;
      const width = Math.max(1, Math.round(wanted / SECOND / seconds)) * seconds * SECOND;
      const first = Math.floor(from / width);
      const drawn = new Tally(first * width, width, Math.floor(to / width) - first + 1);
      for (const row of await this.#counts.parts(query, seconds, width)) if (row.items > 0) drawn.add(row);
      return this.#told(drawn);
    }
    const tally = new Tally(from, wanted, Math.ceil((to - from + 1) / wanted));
    if (query.keep || this.#isSlow(query)) return this.#told(tally, await this.#tallyInTime(query, tally));
    const isShort = hasIndex(query) || held <= SLICE;
    const looks = isShort
      ? [this.#matches(query, startOf(query), endOf(query))]
      : this.#search.byStream(query.filters).map((matches) => inWindow(matches, query, query.to + 1));
    for (const matches of looks) {
      if (query.signal?.aborted) break;
      for (const row of await counted(matches, from, wanted)) tally.add(row);
    }
    return this.#told(tally);
  }

  /** The oldest and the newest moment of these sessions; undefined where nothing was seen. */
  extent(sessions: readonly string[]): ReturnType<Counts['extent']> {
    return this.#counts.extent(sessions);
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

  /** Parts of the window, the newest first, each small enough that others get their turn in between. */
  async *#slices(query: WindowQuery, behind: Spot = endOf(query)): AsyncGenerator<Slice> {
    let spot = behind;
    for (let size = FIRST_SLICE; ; size = SLICE) {
      const edge = hasIndex(query) ? undefined : await this.#edge(query, spot, size);
      yield { from: edge ?? startOf(query), behind: spot, size, isLast: edge === undefined };
      if (edge === undefined) return;
      spot = { time: edge, id: 0 };
    }
  }

  /** The time of the item that has so many of the window between it and the spot. */
  async #edge(query: WindowQuery, spot: Spot, size: number): Promise<number | undefined> {
    const row = await this.#opened.backend.db
      .selectFrom('items')
      .select('time')
      .where('time', '<', spot.time)
      .where('time', '>=', startOf(query))
      .orderBy('time', 'desc')
      .limit(1)
      .offset(size)
      .executeTakeFirst();
    return row?.time;
  }

  /** The newest matches of the window that are older than that moment. */
  async #spotsBefore(time: number, query: WindowQuery, limit: number): Promise<Spot[]> {
    const found: Spot[] = [];
    for (const matches of this.#search.byStream(query.filters)) {
      if (query.signal?.aborted) break;
      const some = inWindow(matches, query, time)
        .select(['items.id', 'items.time'])
        .orderBy(TIME, 'desc')
        .orderBy('items.id', 'desc')
        .limit(limit);
      found.push(...(await some.execute()));
    }
    return found.sort((one, other) => other.time - one.time || other.id - one.id).slice(0, limit);
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

  /** Says how far it has come when it takes too long. */
  async #tallyInTime(query: WindowQuery, tally: Tally): Promise<number | undefined> {
    const ends = performance.now() + HISTOGRAM_MS;
    for await (const slice of this.#slices(query)) {
      if (query.keep) await this.#tallyKept(query, slice, tally);
      else
        for (const row of await counted(
          this.#matches(query, slice.from, slice.behind),
          query.from,
          tally.width,
        ))
          tally.add(row);
      if (slice.isLast) return undefined;
      if (performance.now() > ends || query.signal?.aborted) return slice.from;
    }
    return undefined;
  }

  async #tallyKept(query: WindowQuery, slice: Slice, tally: Tally): Promise<void> {
    const breathe = breather();
    for (let spot: Spot | undefined = slice.behind; spot; ) {
      const spots: Spot[] = await this.#spots(query, slice.from, spot, LOADED);
      for (const item of await this.#search.load(spots.map(({ id }) => id))) {
        if (!query.keep?.(item)) continue;
        const at = Math.floor((item.time - query.from) / tally.width);
        tally.add({ at, stream: this.#numberOf(item), items: 1, troubles: 0 });
      }
      await breathe();
      spot = spots.length < LOADED || query.signal?.aborted ? undefined : spots.at(-1);
    }
  }

  /** The data of a million items take PostgreSQL seconds to read. */
  #isSlow({ filters }: WindowQuery): boolean {
    return filters.text !== undefined && this.#opened.backend.kind === 'postgres';
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
  /** How many items lie in it, unless it is the last. */
  readonly size: number;
  readonly isLast: boolean;
}

const startOf = ({ from }: WindowQuery) => Math.floor(from);
const endOf = ({ to }: WindowQuery): Spot => ({ time: Math.floor(to), id: Number.MAX_SAFE_INTEGER });

/** What went wrong has an index of its own by time: nothing else is looked at. */
const hasIndex = ({ filters }: WindowQuery) => meansTrouble(filters);

/** Written so that no database takes the index on time for it. */
const TIME = sql<number>`+items.time`;

const inWindow = (matches: Rows, query: WindowQuery, end: number): Rows =>
  matches.where(TIME, '>=', startOf(query)).where(TIME, '<', Math.floor(end));

/** How many match in each part of the time, by stream. */
const counted = (matches: Rows, from: number, width: number): Promise<PartCount[]> =>
  matches
    .clearSelect()
    .select([
      sql<number>`(items.time - ${sql.lit(from)}) / ${sql.lit(width)}`.as('at'),
      sql<number>`items.id / ${sql.lit(SPAN)}`.as('stream'),
      sql<number>`count(*)`.as('items'),
      sql<number>`sum(case when ${TROUBLE} then 1 else 0 end)`.as('troubles'),
    ])
    .groupBy(['at', 'stream'])
    .execute();

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

  add({ at, stream, items, troubles }: PartCount): void {
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
