import type { Stream } from '../../contract/streams.ts';
import type { NotSeen } from '../../engines/browser/capture/capture.ts';
import { microsOf } from '../../kernel/arguments.ts';
import { isoMicros } from '../../kernel/clock.ts';
import type { Call } from '../../kernel/tool.ts';
import type { Filters } from '../../store/filters.ts';
import { cursorOf, type Item, type ItemOf, type Unreadable } from '../../store/item-row.ts';
import type { PageMetadata } from '../../store/page.ts';
import type { Paging, Scope } from './arguments.ts';
import type { TelemetryDeps } from './deps.ts';
import { unreadableEntry } from './seen.ts';
import { pageOf } from './tabs.ts';

type ListCall = Pick<
  Call<Paging & Scope & { readonly include_noise?: boolean }, TelemetryDeps>,
  'args' | 'deps'
>;

interface ListMetadata extends PageMetadata {
  readonly retrieved_at: string;
  /** Of the newest item of the page; absent when it is empty. */
  readonly data_age_ms?: number;
  /** How many entries of the page only say that their item could not be read. */
  readonly unreadable_count?: number;
  /** What the browsers that run now do not tell of such items. */
  readonly not_seen?: readonly NotSeen[];
}

export interface List<S extends Stream> {
  readonly items: readonly (ItemOf<S> | Unreadable)[];
  readonly metadata: ListMetadata;
}

/** One page of the record by the arguments that lists have in common, without noise unless it is wanted. */
export async function readList<S extends Stream>(
  { args, deps }: ListCall,
  filters: Filters & { readonly streams: readonly S[] },
  keep?: (item: ItemOf<S>) => boolean,
): Promise<List<S>> {
  const hidesNoise = args.include_noise === false;
  if (hidesNoise) await deps.noise.load();
  let noisy = 0;
  const isShown = (item: Item) => {
    if (item.stream === 'unreadable') return true;
    if (keep && !keep(item as ItemOf<S>)) return false;
    if (!hidesNoise || !deps.noise.isNoise(item)) return true;
    noisy++;
    return false;
  };
  const { items, metadata } = await deps.store.page({
    ...filters,
    ...scopeFilters({ args, deps }),
    limit: args.limit,
    afterCursor: args.after_cursor,
    beforeCursor: args.before_cursor,
    sinceCursor: args.since_cursor,
    restartOnEviction: args.restart_on_eviction,
    keep: keep || hidesNoise ? isShown : undefined,
  });
  const newest = items[0];
  const unreadable = items.filter(({ stream }) => stream === 'unreadable').length;
  const now = deps.clock.micros();
  const { filtered_count: _, ...rest } = metadata;
  return {
    items: items as List<S>['items'],
    metadata: {
      ...rest,
      ...(hidesNoise ? { filtered_count: noisy } : {}),
      ...(unreadable > 0 ? { unreadable_count: unreadable } : {}),
      ...notSeen(deps, filters.streams),
      retrieved_at: isoMicros(now),
      ...(newest ? { data_age_ms: Math.max(0, Math.round((now - newest.time) / 1000)) } : {}),
    },
  };
}

export function notSeen({ notSeen }: Pick<TelemetryDeps, 'notSeen'>, streams: readonly Stream[]) {
  const spots = notSeen(streams);
  return spots.length > 0 ? { not_seen: spots } : {};
}

/** The items as entries; what cannot be read says so in its place. */
export function entriesOf<S extends Stream, T>(
  { items }: Pick<List<S>, 'items'>,
  entry: (item: ItemOf<S>) => T,
): (T | ReturnType<typeof unreadableEntry>)[] {
  const readable = (item: Item): item is ItemOf<S> => item.stream !== 'unreadable';
  return items.map((item) => (readable(item) ? entry(item) : unreadableEntry(item)));
}

export function scopeFilters({ args, deps }: { args: Scope; deps: Pick<TelemetryDeps, 'clock'> }): Filters {
  const { url, tab_id, test_id, since } = args;
  return { url, page: pageOf(tab_id), testId: test_id, since: microsOf(since, deps.clock.micros() / 1000) };
}

interface ListToTell {
  readonly items: readonly (Pick<Item, 'seq' | 'time'> & { readonly cursor?: string })[];
  readonly metadata: Partial<ListMetadata>;
}
type TellingCall = { readonly args: Partial<Paging> };

/** The answer of a list, its entries under the name that the mode has for them. One entry stands for one item. */
export function listReply(
  { args }: TellingCall,
  name: string,
  { items, metadata }: ListToTell,
  entries: readonly unknown[],
  key = 'entries',
) {
  const isForward =
    args.after_cursor === undefined && (args.before_cursor ?? args.since_cursor) !== undefined;
  const hasCursors = metadata.cursor !== undefined;
  const tell = (shown: readonly unknown[], about: Partial<ListMetadata>) => ({
    summary: listWords(name, { items: shown, metadata: about }, isForward),
    data: { count: shown.length, metadata: about },
  });
  const { summary, data } = tell(items, metadata);
  return {
    summary,
    data: { [key]: entries, ...data },
    list: {
      key,
      isForward,
      hasCursors,
      shorter: (count: number) => {
        const shown = isForward ? items.slice(items.length - count) : items.slice(0, count);
        return tell(shown, hasCursors ? { ...metadata, ...edges(shown, isForward) } : metadata);
      },
    },
  };
}

/** Where a page that shows only these goes on. */
function edges(items: ListToTell['items'], isForward: boolean) {
  const [newest, oldest] = [items[0], items.at(-1)];
  if (!newest || !oldest) return { has_more: true };
  const [before, after] = [newest, oldest].map((item) => item.cursor ?? cursorOf(item.time, item.seq));
  return {
    cursor: isForward ? before! : after!,
    after_cursor: after!,
    before_cursor: before!,
    has_more: true,
    oldest_timestamp: isoMicros(oldest.time),
    newest_timestamp: isoMicros(newest.time),
  };
}

/** "3 errors (12 in all, 4 hidden as noise); more with after_cursor "…"". */
export function listWords(
  name: string,
  { items, metadata }: { items: readonly unknown[]; metadata: Partial<ListMetadata> },
  isForward = false,
) {
  const { total = items.length, filtered_count: hidden = 0, has_more: hasMore } = metadata;
  const { unreadable_count: unreadable = 0 } = metadata;
  const details = [
    total > items.length && `${total}${metadata.total_is_minimum ? '+' : ''} in all`,
    hidden > 0 && `${hidden} hidden as noise`,
    unreadable > 0 && `${unreadable} could not be read`,
  ].filter(Boolean);
  const more = hasMore
    ? `; more with ${isForward ? 'before_cursor' : 'after_cursor'} "${metadata.cursor}"`
    : '';
  return `${items.length} ${name}${details.length > 0 ? ` (${details.join(', ')})` : ''}${more}`;
}
