import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from './schema.ts';

/** Items are counted in parts of ten seconds, so that a day of a million of them can be drawn without reading them. */
export const ROLL_MICROS = 10_000_000;

/** How many items of a stream and session fell into one part of time, and how many of them tell of trouble. */
export interface Roll {
  /** Time divided by the length of a part. */
  readonly part: number;
  /** The stream's number. */
  readonly stream: number;
  /** Empty for what belongs to none. */
  readonly session: string;
  items: number;
  troubles: number;
}

export const ROLL_COLUMNS = [
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

/** From this status on, nothing is found that the index of troubles does not hold. */
export const meansTrouble = (statusMin: number | undefined) =>
  statusMin !== undefined && statusMin >= BAD_STATUS;

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

/** Takes items that are about to go out of the counts. */
export async function uncount(
  trx: Transaction<Tables>,
  stream: number,
  rows: readonly Counted[],
): Promise<void> {
  const groups = Map.groupBy(
    rows,
    ({ time, session }) => `${Math.floor(time / ROLL_MICROS)} ${session ?? ''}`,
  );
  for (const group of groups.values()) {
    const [{ time, session }] = group as [Counted, ...Counted[]];
    const troubles = group.filter(({ level, status }) => isTrouble(level, status)).length;
    const at = { part: Math.floor(time / ROLL_MICROS), stream, session: session ?? '' };
    await trx
      .updateTable('rolls')
      .set((eb) => ({ items: eb('items', '-', group.length), troubles: eb('troubles', '-', troubles) }))
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
  await db
    .insertInto('rolls')
    .columns(ROLL_COLUMNS)
    .expression(
      db
        .selectFrom('items')
        .select([
          sql<number>`time / ${sql.lit(ROLL_MICROS)}`.as('part'),
          sql<number>`id / ${sql.lit(span)}`.as('stream'),
          sql<string>`coalesce(session, '')`.as('whose'),
          sql<number>`count(*)`.as('items'),
          sql<number>`sum(case when ${TROUBLE} then 1 else 0 end)`.as('troubles'),
        ])
        .groupBy(['part', 'stream', 'whose']),
    )
    .execute();
}
