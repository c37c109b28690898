import { sql } from 'kysely';
import type { Opened } from './opened.ts';
import { ROLL_SECONDS, type Roll, SECOND } from './rolls.ts';
import type { WindowQuery } from './timeline.ts';

const [FINEST] = ROLL_SECONDS;
const COARSEST = ROLL_SECONDS.at(-1) ?? FINEST;

/** How many items of a stream fell into a part of a window. */
export interface PartCount {
  readonly at: number;
  readonly stream: number;
  readonly items: number;
  readonly troubles: number;
}

/** What the counts say of a window of the record; no item is looked at. */
export class Counts {
  readonly #opened: Opened;

  constructor(opened: Opened) {
    this.#opened = opened;
  }

  /** The oldest and the newest moment of these sessions. */
  async extent(
    sessions: readonly string[],
  ): Promise<{ from: number; to: number; items: number } | undefined> {
    const ends = (seconds: number) =>
      this.#opened.backend.db
        .selectFrom('rolls')
        .select((eb) => [
          eb.fn.min<number | null>('part').as('first'),
          eb.fn.max<number | null>('part').as('last'),
          eb.cast<number>(eb.fn.coalesce(eb.fn.sum<number>('items'), eb.lit(0)), 'bigint').as('items'),
        ])
        .where('seconds', '=', seconds)
        .where('session', 'in', sessions);
    const { first, last, items } = await ends(COARSEST).executeTakeFirstOrThrow();
    if (first === null || last === null) return undefined;
    // Where exactly it begins and ends is looked up in these two parts alone.
    const ratio = COARSEST / FINEST;
    const within = (part: number) =>
      ends(FINEST)
        .where('part', '>=', part * ratio)
        .where('part', '<', (part + 1) * ratio)
        .executeTakeFirstOrThrow();
    const [begin, end] = [await within(first), await within(last)];
    const length = FINEST * SECOND;
    return {
      from: (begin.first ?? first * ratio) * length,
      to: ((end.last ?? last * ratio) + 1) * length - 1,
      items,
    };
  }

  /** How many items the window holds, whatever else is asked of them. */
  async held(query: WindowQuery): Promise<number> {
    const row = await this.#within(query, FINEST)
      .select((eb) => eb.cast<number>(eb.fn.sum<number>('rolls.items'), 'bigint').as('items'))
      .executeTakeFirst();
    return row?.items ?? 0;
  }

  /** In parts of that width, which is a multiple of the length of the counts. */
  async parts(query: WindowQuery, seconds: Roll['seconds'], width: number): Promise<PartCount[]> {
    const first = Math.floor(query.from / width);
    const at = sql<number>`rolls.part / ${sql.lit(width / SECOND / seconds)} - ${sql.lit(first)}`;
    const isBad = query.filters.isTrouble === true;
    return this.#within(query, seconds)
      .select((eb) => [
        at.as('at'),
        'rolls.stream',
        eb.cast<number>(eb.fn.sum<number>(isBad ? 'rolls.troubles' : 'rolls.items'), 'bigint').as('items'),
        eb.cast<number>(eb.fn.sum<number>('rolls.troubles'), 'bigint').as('troubles'),
      ])
      .groupBy(['at', 'rolls.stream'])
      .execute();
  }

  #within({ filters, from, to }: WindowQuery, seconds: Roll['seconds']) {
    const { backend, streams } = this.#opened;
    const some = backend.db
      .selectFrom('rolls')
      .where('rolls.seconds', '=', seconds)
      .where('rolls.part', '>=', Math.floor(from / SECOND / seconds))
      .where('rolls.part', '<=', Math.floor(to / SECOND / seconds));
    const numbers = filters.streams?.map((name) => streams.get(name) ?? 0);
    const ofStreams = numbers ? some.where('rolls.stream', 'in', numbers.length > 0 ? numbers : [0]) : some;
    return filters.sessions ? ofStreams.where('rolls.session', 'in', filters.sessions) : ofStreams;
  }
}
