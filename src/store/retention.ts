import type { Transaction } from 'kysely';
import { STREAMS, type Stream } from '../contract/streams.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { itemId, SPAN, seqOf } from './item-row.ts';
import type { Opened } from './opened.ts';
import type { StreamSize } from './recorder.ts';
import { COUNTED, uncount } from './rolls.ts';
import type { Tables } from './schema.ts';

/** How much of a stream is kept. The oldest items go first, whichever limit is reached. */
export interface Limits {
  readonly items: number;
  /** JSON and bodies together. */
  readonly bytes: number;
  readonly ageMs: number;
}

export interface Retention extends Partial<Limits> {
  /** Other limits for some of the streams. */
  readonly streams?: { readonly [S in Stream]?: Partial<Limits> };
}

/** A working day and more. */
const DEFAULT_LIMITS: Limits = { items: 100_000, bytes: 2 ** 30, ageMs: 7 * 24 * 3600 * 1000 };

/** So many rows go in one transaction: a few milliseconds, then others get their turn. */
const STEP = 1000;
/** Old items may stay that long while there is better to do, unless they are more than a tenth too many. */
const LATER_MS = 1000;
const AT_ONCE = 1.1;

/** Takes the oldest items away, a small step at a time, while recording goes on. */
export class Evictor {
  readonly #limits: ReadonlyMap<Stream, Limits>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #due = new Set<Stream>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(retention: Retention, clock: Clock, log: Log) {
    const { streams, ...all } = retention;
    this.#limits = new Map(
      STREAMS.map((stream) => [stream, { ...DEFAULT_LIMITS, ...all, ...streams?.[stream] }]),
    );
    this.#clock = clock;
    this.#log = log;
  }

  limits(stream: Stream): Limits {
    return this.#limits.get(stream) ?? DEFAULT_LIMITS;
  }

  /** After a batch: works in the background when a stream has outgrown its limits, by preference a little later. */
  notice(opened: Opened, sizes: readonly StreamSize[]): void {
    let isUrgent = false;
    for (const { stream, items, bytes } of sizes) {
      const limits = this.limits(stream);
      // A little room above the limit, so that eviction comes in steps worth their transaction.
      const slack = Math.min(STEP, Math.floor(limits.items / 100));
      if (items <= limits.items + slack && bytes <= limits.bytes) continue;
      this.#due.add(stream);
      isUrgent ||= items > limits.items * AT_ONCE || bytes > limits.bytes * AT_ONCE;
    }
    if (isUrgent) this.#start(opened);
    else if (this.#due.size > 0) this.#timer ??= setTimeout(() => this.#start(opened), LATER_MS).unref();
  }

  /** Looks at every stream, its age too. */
  async sweep(opened: Opened): Promise<void> {
    for (const stream of STREAMS) this.#due.add(stream);
    this.#start(opened);
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #start(opened: Opened): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running ??= this.#work(opened)
      .catch((error) => this.#log.warning('old items could not be taken away', { error }))
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #work(opened: Opened): Promise<void> {
    for (const stream of this.#due) {
      this.#due.delete(stream);
      const limits = this.#limits.get(stream);
      while (limits && !this.#isClosed && (await this.#evict(opened, stream, limits))) {
        // The next step.
      }
    }
  }

  /** One step; says whether there may be more to take. */
  async #evict(opened: Opened, stream: Stream, limits: Limits): Promise<boolean> {
    const { backend, streams } = opened;
    const start = itemId(streams.get(stream) ?? 0, 0);
    return backend.db.transaction().execute(async (trx) => {
      const size = await trx
        .selectFrom('streams')
        .select(['items', 'bytes'])
        .where('name', '=', stream)
        .$if(backend.kind === 'postgres', (query) => query.forUpdate())
        .executeTakeFirstOrThrow();
      const excess = Math.min(size.items - limits.items, STEP);
      const oldest =
        excess > 0
          ? await oldestItems(trx, start, excess)
          : await this.#tooOldOrLarge(trx, start, size.bytes - limits.bytes, limits.ageMs);
      if (oldest.last === null) return false;
      await uncount(trx, streams.get(stream) ?? 0, await countedUpTo(trx, start, oldest.last));
      for (const table of ['items', 'payloads'] as const) {
        await trx.deleteFrom(table).where('id', '>=', start).where('id', '<=', oldest.last).execute();
      }
      await trx
        .deleteFrom('item_blobs')
        .where('item', '>=', start)
        .where('item', '<=', oldest.last)
        .execute();
      await trx
        .updateTable('streams')
        .set({
          items: size.items - oldest.items,
          bytes: size.bytes - oldest.bytes,
          evicted: seqOf(oldest.last),
        })
        .where('name', '=', stream)
        .execute();
      return true;
    });
  }

  async #tooOldOrLarge(
    trx: Transaction<Tables>,
    start: number,
    excessBytes: number,
    ageMs: number,
  ): Promise<Oldest> {
    const cutoff = this.#clock.micros() - ageMs * 1000;
    const gone: Oldest = { items: 0, bytes: 0, last: null };
    // Mostly the very oldest tells that there is nothing to do.
    const oldest = await oldestFirst(trx, start, 1).executeTakeFirst();
    if (excessBytes <= 0 && (!oldest || oldest.time >= cutoff)) return gone;
    const rows = await oldestFirst(trx, start, STEP).execute();
    for (const row of rows) {
      if (gone.bytes >= excessBytes && row.time >= cutoff) break;
      gone.items++;
      gone.bytes += row.bytes;
      gone.last = row.id;
    }
    return gone;
  }
}

/** A run of items at the old end of a stream, up to and with `last`. */
interface Oldest {
  items: number;
  bytes: number;
  last: number | null;
}

async function oldestItems(trx: Transaction<Tables>, start: number, limit: number): Promise<Oldest> {
  return trx
    .selectFrom(oldestFirst(trx, start, limit).as('oldest'))
    .select((eb) => [
      eb.fn.countAll<number>().as('items'),
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum<number>('oldest.bytes'), eb.lit(0)), 'bigint').as('bytes'),
      eb.fn.max<number | null>('oldest.id').as('last'),
    ])
    .executeTakeFirstOrThrow();
}

const countedUpTo = (trx: Transaction<Tables>, start: number, last: number) =>
  trx.selectFrom('items').select(COUNTED).where('id', '>=', start).where('id', '<=', last).execute();

function oldestFirst(trx: Transaction<Tables>, start: number, limit: number) {
  return trx
    .selectFrom('items')
    .select(['id', 'time', 'bytes'])
    .where('id', '>=', start)
    .where('id', '<', start + SPAN)
    .orderBy('id')
    .limit(limit);
}
