import { isoMicros } from '../kernel/clock.ts';
import { fault } from '../kernel/fault.ts';
import { type Filters, restricts } from './filters.ts';
import { cursorOf, type Item, SPAN, seqOf, sequenceOf } from './item-row.ts';
import { readMeta } from './migrations.ts';
import type { Opened } from './opened.ts';
import { EVERYTHING, type Range, type Search } from './search.ts';

export interface PageQuery extends Filters {
  /** How many items at most; 100 unless told. */
  readonly limit?: number | undefined;
  /** Only what is older than the cursor. The first given of after, before and since counts. */
  readonly afterCursor?: string | undefined;
  /** Only what is newer than the cursor: first that which is nearest to it. */
  readonly beforeCursor?: string | undefined;
  /** What is newer than the cursor, and its own item: all of it, up to 10,000 items. */
  readonly sinceCursor?: string | undefined;
  /** Go on from the oldest item left instead of failing when the cursor's item is gone. */
  readonly restartOnEviction?: boolean | undefined;
  /** What SQL cannot say. Items it refuses are passed over, and counted in `filtered_count`. */
  readonly keep?: ((item: Item) => boolean) | undefined;
}

/** Names as they go on the wire. */
export interface PageMetadata {
  /** Where to go on in the direction of this page: its oldest item, or with before and since its newest. */
  readonly cursor: string | null;
  /** The oldest item of the page: give it as after_cursor for older ones. */
  readonly after_cursor: string | null;
  /** The newest item of the page: give it as before_cursor for newer ones. */
  readonly before_cursor: string | null;
  /** Whether there is more in the direction of this page. */
  readonly has_more: boolean;
  /** How many items match in all, on whatever page; `keep` is not asked for this. */
  readonly total: number;
  /** A filtered count stops at 20,000: there are at least so many. */
  readonly total_is_minimum?: true;
  readonly oldest_timestamp: string | null;
  readonly newest_timestamp: string | null;
  readonly filtered_count?: number;
  readonly cursor_restarted?: true;
  readonly original_cursor?: string;
  readonly warning?: string;
  /** Whose the items are that carry the name of another session. */
  readonly sessions?: readonly object[];
}

export interface Page {
  /** Newest first. */
  readonly items: readonly Item[];
  readonly metadata: PageMetadata;
}

const PAGE_LIMIT = 100;
const SINCE_LIMIT = 10_000;
const TOTAL_LIMIT = 20_000;
/** How many items `keep` may look at for one page, so that a rare match cannot hold the caller for long. */
const KEEP_LIMIT = 50_000;

/** What is read, from which end, and what must be said about it. */
interface Plan {
  readonly range: Range;
  readonly end: 'newest' | 'oldest';
  readonly limit: number;
  readonly isSince?: boolean;
  /** The cursor that was asked for, when the page goes on from there. */
  readonly cursor?: string;
  readonly restarted?: { readonly cursor: string; readonly lostTo: number | null };
}

export async function readPage(opened: Opened, search: Search, query: PageQuery): Promise<Page> {
  const plan = await planPage(opened, query);
  const filters = filtersOf(query);
  const found = await collect(search, filters, plan, query.keep);
  const kept = found.items.slice(0, plan.limit);
  const hasMore = found.items.length > plan.limit || found.stoppedAt !== undefined;
  const isWhole = plan.range === EVERYTHING && !hasMore && !query.keep;
  const { sessions: _whose, ...ofAll } = filters;
  if (isWhole && kept.length === 0 && !restricts(ofAll)) await search.surelyEmpty(ofAll);
  const total = isWhole ? kept.length : await search.count(filters, TOTAL_LIMIT);
  if (plan.end === 'oldest') kept.reverse();
  return { items: kept, metadata: metadata(query, plan, found, kept, hasMore, total) };
}

function filtersOf(query: PageQuery): Filters {
  const { limit, afterCursor, beforeCursor, sinceCursor, restartOnEviction, keep, ...filters } = query;
  return filters;
}

async function planPage(opened: Opened, query: PageQuery): Promise<Plan> {
  const limit = Math.min(Math.max(1, Math.floor(query.limit ?? PAGE_LIMIT)), SINCE_LIMIT);
  const { afterCursor, beforeCursor, sinceCursor } = query;
  const cursor = afterCursor ?? beforeCursor ?? sinceCursor;
  if (cursor === undefined) return { range: EVERYTHING, end: 'newest', limit };
  const seq = sequenceOf(cursor);
  const isOlder = afterCursor !== undefined;
  const isSince = !isOlder && beforeCursor === undefined;
  const size = isSince ? SINCE_LIMIT : limit;
  const loss = await lossAt(opened, query, seq, isOlder);
  if (loss) {
    const oldest = await oldestCursor(opened, query);
    if (!query.restartOnEviction) throw fault('CURSOR_EXPIRED', { cursor, oldest });
    return { range: EVERYTHING, end: 'oldest', limit: size, isSince, restarted: { cursor, lostTo: loss.to } };
  }
  if (isOlder) return { range: { from: 0, to: seq - 1 }, end: 'newest', limit, cursor };
  return {
    range: { from: isSince ? seq : seq + 1, to: SPAN - 1 },
    end: 'oldest',
    limit: size,
    isSince,
    cursor,
  };
}

/**
 * Whether the cursor's place is gone. What counts is what retention took from the streams in question, not
 * what the filters leave over. Going to newer items, any stream with a gap behind the cursor is a loss;
 * going to older ones, it is the end only when no stream reaches back so far.
 */
async function lossAt(
  opened: Opened,
  { streams }: Filters,
  seq: number,
  isOlder: boolean,
): Promise<{ to: number | null } | null> {
  const { db } = opened.backend;
  // A cursor from the future is one of another record, such as one that has been deleted since.
  if (seq > ((await readMeta(db, 'sequence')) ?? 0)) return { to: null };
  const rows = await db.selectFrom('streams').select(['name', 'evicted']).execute();
  const wanted = rows.filter((row) => !streams || streams.some((name) => name === row.name));
  const gone = wanted.map((row) => row.evicted).filter((evicted) => evicted >= Math.max(seq, 1));
  if (gone.length === 0 || (isOlder && gone.length < wanted.length)) return null;
  return { to: Math.max(...gone) };
}

async function oldestCursor({ backend, streams }: Opened, filters: Filters): Promise<string | null> {
  const wanted = [...streams].filter(([name]) => !filters.streams || filters.streams.includes(name));
  const rows = await Promise.all(
    wanted.map(([, stream]) =>
      backend.db
        .selectFrom('items')
        .select(['id', 'time'])
        .where('id', '>=', stream * SPAN)
        .where('id', '<', (stream + 1) * SPAN)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  const [oldest] = rows.filter((row) => row !== undefined).sort((a, b) => seqOf(a.id) - seqOf(b.id));
  return oldest ? cursorOf(oldest.time, seqOf(oldest.id)) : null;
}

interface Found {
  /** In the order of reading, one more than the limit when there is more. */
  readonly items: Item[];
  readonly passedOver: number;
  /** The item at which `keep` had to stop looking before the end. */
  readonly stoppedAt?: Item | undefined;
}

async function collect(
  search: Search,
  filters: Filters,
  plan: Plan,
  keep: PageQuery['keep'],
): Promise<Found> {
  if (!keep) {
    const ids = await search.ids(filters, plan.range, plan.end, plan.limit + 1);
    return { items: await search.load(ids), passedOver: 0 };
  }
  const items: Item[] = [];
  let { range } = plan;
  let passedOver = 0;
  let looked = 0;
  let stoppedAt: Item | undefined;
  for (let step = plan.limit + 1; looked < KEEP_LIMIT; step = Math.min(step * 2, 2000)) {
    const ids = await search.ids(filters, range, plan.end, step);
    for (const item of await search.load(ids)) {
      if (items.length > plan.limit) break;
      stoppedAt = item;
      if (keep(item)) items.push(item);
      else passedOver++;
    }
    looked += ids.length;
    const last = ids.at(-1);
    if (last === undefined || ids.length < step || items.length > plan.limit) {
      return { items, passedOver };
    }
    range =
      plan.end === 'newest'
        ? { from: range.from, to: seqOf(last) - 1 }
        : { from: seqOf(last) + 1, to: range.to };
  }
  return { items, passedOver, stoppedAt };
}

function metadata(
  query: PageQuery,
  plan: Plan,
  found: Found,
  items: readonly Item[],
  hasMore: boolean,
  total: number,
): PageMetadata {
  const newest = items.at(0);
  const oldest = items.at(-1);
  const isBack = plan.end === 'newest';
  // An empty page leaves the reader where it was, so that it can ask again later.
  const onward = (found.stoppedAt ?? (isBack ? oldest : newest))?.cursor ?? plan.cursor ?? null;
  const warnings = warningsOf(plan, found, hasMore, oldest);
  return {
    cursor: onward,
    after_cursor: isBack ? onward : (oldest?.cursor ?? null),
    before_cursor: isBack ? (newest?.cursor ?? null) : onward,
    has_more: hasMore,
    total,
    ...(total === TOTAL_LIMIT && restricts(filtersOf(query)) ? { total_is_minimum: true } : {}),
    oldest_timestamp: oldest ? isoMicros(oldest.time) : null,
    newest_timestamp: newest ? isoMicros(newest.time) : null,
    ...(query.keep ? { filtered_count: found.passedOver } : {}),
    ...(plan.restarted ? { cursor_restarted: true, original_cursor: plan.restarted.cursor } : {}),
    ...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
  };
}

function warningsOf(plan: Plan, found: Found, hasMore: boolean, oldest: Item | undefined): string[] {
  const warnings: string[] = [];
  if (plan.restarted) {
    const { lostTo, cursor } = plan.restarted;
    const from = oldest ? ` from ${oldest.cursor}` : '';
    warnings.push(
      lostTo === null
        ? `The cursor does not belong to this record; started again${from}.`
        : `Lost entries: ${sequenceOf(cursor)} to ${lostTo}; started again${from}.`,
    );
  }
  if (hasMore && !found.stoppedAt && plan.isSince) {
    warnings.push(`More than ${SINCE_LIMIT} items are newer; go on with before_cursor.`);
  }
  if (found.stoppedAt) warnings.push(`Looked at ${KEEP_LIMIT} items; go on with the cursor.`);
  return warnings;
}
