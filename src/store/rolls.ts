import { type Kysely, sql, type Transaction } from 'kysely';
import type { Filters } from './filters.ts';
import type { Tables } from './schema.ts';

/**
 * Items are counted in parts of time of these lengths, so that an hour, a day or a month can be drawn without reading
 * them: each is made of some thousand counts of a stream at most. Every length is a multiple of the one before.
 */
export const ROLL_SECONDS = [10, 60, 600] as const;
const [FINEST] = ROLL_SECONDS;
export const SECOND = 1_000_000;

/** How many items of a stream and session fell into one part of time, and how many of them tell of trouble. */
export interface Roll {
  /** How long the part is. */
  readonly seconds: number;
  /** Time divided by that length. */
  readonly part: number;
  /** The stream's number. */
  readonly stream: number;
  /** Empty for what belongs to none. */
  readonly session: string;
  items: number;
  troubles: number;
}

export const ROLL_COLUMNS = [
  'seconds',
  'part',
  'stream',
  'session',
  'items',
  'troubles',
] as const satisfies readonly (keyof Roll)[];

/** What an item must be to count as trouble: an error, or an answer that says so. The index is made for these words. */
const ERROR_RANK = 4;
const BAD_STATUS = 400;

export const isTrouble = (level: unknown, status: unknown): boolean =>
  (typeof level === 'number' && level >= ERROR_RANK) || (typeof status === 'number' && status >= BAD_STATUS);

/** The same in SQL, letter for letter as the index has it: only so it is used. */
export const TROUBLE = sql<boolean>`(items.level >= ${sql.lit(ERROR_RANK)} or items.status >= ${sql.lit(BAD_STATUS)})`;

/** Whether nothing fits that the indexes of trouble do not hold. */
export const meansTrouble = ({ isTrouble: isAsked, level, minLevel, statusMin }: Filters): boolean =>
  isAsked === true ||
  level === 'error' ||
  minLevel === 'error' ||
  (statusMin !== undefined && statusMin >= BAD_STATUS);

type Counted = { readonly id: number; readonly time: number; readonly session: string | null } & {
  readonly level: number | null;
  readonly status: number | null;
};

/** Columns that tell where an item is counted. */
export const COUNTED = [
  'id',
  'time',
  'session',
  'level',
  'status',
] as const satisfies readonly (keyof Counted)[];

/** Counts by where they belong. */
export class Rolls {
  readonly #rolls = new Map<string, Roll>();
  /** By stream: mostly the next item belongs where the one before did, and no key has to be made. */
  readonly #latest: (Roll | undefined)[] = [];

  /** Counts an item in the finest of its parts. */
  count(stream: number, time: number, session: string, isBad: boolean): void {
    const part = Math.floor(time / (FINEST * SECOND));
    const latest = this.#latest[stream];
    const roll =
      latest?.part === part && latest.session === session
        ? latest
        : this.#at({ seconds: FINEST, part, stream, session });
    this.#latest[stream] = roll;
    roll.items++;
    if (isBad) roll.troubles++;
  }

  /** Those of the finest parts, and what they come to in longer ones. */
  all(): Roll[] {
    const fine = [...this.#rolls.values()];
    const coarse = new Rolls();
    for (const seconds of ROLL_SECONDS.slice(1))
      for (const { part, stream, session, items, troubles } of fine) {
        const roll = coarse.#at({ seconds, part: Math.floor((part * FINEST) / seconds), stream, session });
        roll.items += items;
        roll.troubles += troubles;
      }
    return [...fine, ...coarse.#rolls.values()];
  }

  empty(): void {
    this.#rolls.clear();
    this.#latest.length = 0;
  }

  #at(place: Pick<Roll, 'seconds' | 'part' | 'stream' | 'session'>): Roll {
    const { seconds, part, stream, session } = place;
    const key = `${seconds} ${stream} ${part} ${session}`;
    const known = this.#rolls.get(key) ?? { ...place, items: 0, troubles: 0 };
    this.#rolls.set(key, known);
    return known;
  }
}

/** Takes items that are about to go out of the counts. */
export async function uncount(
  trx: Transaction<Tables>,
  stream: number,
  rows: readonly Counted[],
): Promise<void> {
  const gone = new Rolls();
  for (const { time, session, level, status } of rows)
    gone.count(stream, time, session ?? '', isTrouble(level, status));
  for (const { seconds, part, session, items, troubles } of gone.all()) {
    const at = { seconds, part, stream, session };
    await trx
      .updateTable('rolls')
      .set((eb) => ({ items: eb('items', '-', items), troubles: eb('troubles', '-', troubles) }))
      .where((eb) => eb.and(at))
      .execute();
    await trx
      .deleteFrom('rolls')
      .where((eb) => eb.and(at))
      .where('items', '<=', 0)
      .execute();
  }
}

/** Counts all that the record holds anew. */
export async function countAll(db: Kysely<Tables>, span: number): Promise<void> {
  await db.deleteFrom('rolls').execute();
  for (const seconds of ROLL_SECONDS)
    await db
      .insertInto('rolls')
      .columns(ROLL_COLUMNS)
      .expression(
        db
          .selectFrom('items')
          .select([
            sql<number>`${sql.lit(seconds)}`.as('seconds'),
            sql<number>`time / ${sql.lit(seconds * SECOND)}`.as('part'),
            sql<number>`id / ${sql.lit(span)}`.as('stream'),
            sql<string>`coalesce(session, '')`.as('whose'),
            sql<number>`count(*)`.as('items'),
            sql<number>`sum(case when ${TROUBLE} then 1 else 0 end)`.as('troubles'),
          ])
          .groupBy(['part', 'stream', 'whose']),
      )
      .execute();
}
