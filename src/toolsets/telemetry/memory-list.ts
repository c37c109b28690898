import { isoMicros } from '../../kernel/clock.ts';
import { fault } from '../../kernel/fault.ts';
import { cursorOf, sequenceOf } from '../../store/item-row.ts';
import type { KeptLine } from '../../store/log-ring.ts';
import type { PageMetadata } from '../../store/page.ts';
import type { Paging } from './arguments.ts';
import type { TelemetryDeps } from './deps.ts';

/** What has a place in a list, and a time in microseconds since the epoch. */
type Placed = Pick<KeptLine, 'seq' | 'time'>;

/**
 * A page of a list that is no stream of the record, by the same cursors. `entries` are all that there are, in
 * the order of their sequence; whether a cursor has expired is asked of them and not of what `keep` leaves.
 */
export function pageOfMemory<T extends Placed>(
  { args, deps }: { readonly args: Paging; readonly deps: Pick<TelemetryDeps, 'clock'> },
  entries: readonly T[],
  keep: (entry: T) => boolean = () => true,
): { items: readonly T[]; metadata: PageMetadata & { readonly retrieved_at: string } } {
  const cursor = args.after_cursor ?? args.before_cursor ?? args.since_cursor;
  const plan = planOf(entries, args, cursor);
  const wanted = entries.filter(keep);
  const within = wanted.filter(({ seq }) => seq >= plan.from && seq <= plan.to);
  const most = plan.isSince ? within.length : args.limit;
  const kept = plan.isBack ? within.slice(-most) : within.slice(0, most);
  const items = kept.toReversed();
  const [newest, oldest] = [items[0], items.at(-1)];
  const name = (entry: T | undefined) => (entry ? cursorOf(entry.time, entry.seq) : null);
  const onward = name(plan.isBack ? oldest : newest) ?? cursor ?? null;
  return {
    items,
    metadata: {
      cursor: onward,
      after_cursor: plan.isBack ? onward : name(oldest),
      before_cursor: plan.isBack ? name(newest) : onward,
      has_more: within.length > kept.length,
      total: wanted.length,
      oldest_timestamp: oldest ? isoMicros(oldest.time) : null,
      newest_timestamp: newest ? isoMicros(newest.time) : null,
      retrieved_at: isoMicros(deps.clock.micros()),
      ...(plan.restarted ? { cursor_restarted: true, original_cursor: plan.restarted } : {}),
    },
  };
}

interface Plan {
  readonly from: number;
  readonly to: number;
  /** Read from the newest on. */
  readonly isBack: boolean;
  readonly isSince?: boolean;
  readonly restarted?: string;
}

function planOf<T extends Placed>(entries: readonly T[], args: Paging, cursor: string | undefined): Plan {
  const everything = { from: 0, to: Number.MAX_SAFE_INTEGER };
  if (cursor === undefined) return { ...everything, isBack: true };
  const seq = sequenceOf(cursor);
  const first = entries[0]?.seq ?? 1;
  const last = entries.at(-1)?.seq ?? 0;
  const isBack = args.after_cursor !== undefined;
  const isSince = !isBack && args.before_cursor === undefined;
  if (seq > last || (!isBack && seq < first)) {
    const oldest = entries[0] ? cursorOf(entries[0].time, first) : null;
    if (!args.restart_on_eviction) throw fault('CURSOR_EXPIRED', { cursor, oldest });
    return { ...everything, isBack: false, isSince, restarted: cursor };
  }
  if (isBack) return { from: 0, to: seq - 1, isBack };
  return { from: isSince ? seq : seq + 1, to: everything.to, isBack: false, isSince };
}
