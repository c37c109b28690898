import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Evidence } from '../contract/evidence.ts';
import type { Stream } from '../contract/streams.ts';
import type { Backend } from './backend.ts';
import { cleanText } from './item-row.ts';
import { type Level, levelRank } from './level.ts';
import { meansTrouble, TROUBLE } from './rolls.ts';
import type { Tables } from './schema.ts';

/** What to look for; what is absent does not restrict. */
export interface Filters {
  readonly streams?: readonly Stream[] | undefined;
  readonly source?: Evidence['source'] | undefined;
  /** Exactly this level, or at least this one. An item without a level fits neither. */
  readonly level?: Level | undefined;
  readonly minLevel?: Level | undefined;
  /** A part of the URL, upper or lower case. */
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  readonly statusMin?: number | undefined;
  readonly statusMax?: number | undefined;
  readonly direction?: string | undefined;
  readonly instance?: string | undefined;
  readonly context?: string | undefined;
  readonly page?: string | undefined;
  readonly connection?: string | undefined;
  readonly session?: string | undefined;
  /** One of these; never empty. */
  readonly sessions?: readonly string[] | undefined;
  readonly testId?: string | undefined;
  /** Errors, and answers of 400 and more. */
  readonly isTrouble?: true | undefined;
  /** A part of the data as JSON, names included, upper or lower case. */
  readonly text?: string | undefined;
  /** Microseconds since the epoch, both ends included. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

type ItemExpressions = ExpressionBuilder<Tables, 'items' | 'payloads'>;

/** Whether anything but the stream restricts; if not, counts are at hand. */
export const restricts = ({ streams: _, ...others }: Filters) =>
  Object.values(others).some((value) => value !== undefined);

/** Which of the two tables have to be looked at. */
export const looksAt = ({ text, ...others }: Filters) =>
  text === undefined ? 'items' : restricts(others) ? 'both' : 'payloads';

export function conditions(
  eb: ItemExpressions,
  filters: Filters,
  backend: Pick<Backend, 'contains' | 'resembles'>,
): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [];
  const { level, minLevel, statusMin, statusMax, since, until } = filters;
  for (const name of [
    'source',
    'direction',
    'instance',
    'context',
    'page',
    'connection',
    'session',
  ] as const) {
    const value = filters[name];
    if (value !== undefined) list.push(eb(`items.${name}`, '=', cleanText(value)));
  }
  if (filters.sessions) list.push(eb('items.session', 'in', filters.sessions.map(cleanText)));
  if (level !== undefined) list.push(eb('items.level', '=', levelRank(level)));
  if (minLevel !== undefined) list.push(eb('items.level', '>=', levelRank(minLevel)));
  if (filters.method !== undefined)
    list.push(eb('items.method', '=', cleanText(filters.method.toUpperCase())));
  if (statusMin !== undefined) list.push(eb('items.status', '>=', statusMin));
  if (statusMax !== undefined) list.push(eb('items.status', '<=', statusMax));
  if (meansTrouble(filters)) list.push(TROUBLE);
  if (since !== undefined) list.push(eb('items.time', '>=', since));
  if (until !== undefined) list.push(eb('items.time', '<=', until));
  if (filters.url !== undefined) {
    list.push(backend.contains(eb.ref('items.url'), cleanText(filters.url.toLowerCase())));
  }
  if (filters.testId !== undefined) {
    list.push(eb('items.tests', 'is not', null));
    list.push(backend.contains(eb.ref('items.tests'), JSON.stringify(filters.testId)));
  }
  if (filters.text !== undefined) {
    // As it stands in JSON: quotes and line ends are escaped there.
    list.push(backend.resembles(eb.ref('payloads.data'), JSON.stringify(filters.text).slice(1, -1)));
  }
  return list;
}
