/** What a story is to be about. */
import { microsOf } from '../../../kernel/arguments.ts';
import { fault } from '../../../kernel/fault.ts';
import type { Item } from '../../../store/item-row.ts';
import type { TelemetryDeps } from '../deps.ts';
import { AFTER, BEFORE, type Wanted } from './gather.ts';
import { gravity, isStoryItem, nodeOf, type StoryItem } from './story-node.ts';

export interface Asked {
  readonly item?: string | number | undefined;
  readonly at?: string | number | undefined;
  readonly call?: number | undefined;
  readonly test_id?: string | undefined;
  readonly window_seconds?: number | undefined;
}

/** Of each kind of error only the newest few can be the last thing that went wrong. */
const LATELY = 20;
const WRONG = [
  { streams: ['exception'] },
  { streams: ['console'], minLevel: 'error' },
  { streams: ['request'], minLevel: 'error' },
  { streams: ['exchange'], minLevel: 'error' },
  { streams: ['span', 'service_log'], minLevel: 'error' },
] as const;

type Deps = Pick<TelemetryDeps, 'store' | 'clock'>;

export async function wantedBy(asked: Asked, { store, clock }: Deps): Promise<Wanted> {
  const half = asked.window_seconds === undefined ? undefined : asked.window_seconds * 500_000;
  const about = (focus: StoryItem): Wanted => {
    const { start, end } = nodeOf(focus);
    return { focus, from: start - (half ?? BEFORE), to: end + (half ?? AFTER) };
  };
  if (asked.item !== undefined) return about(await itemOf(asked.item, store));
  if (asked.call !== undefined) return about(await callOf(asked.call, store));
  if (asked.test_id !== undefined) {
    const { items } = await store.page({ testId: asked.test_id, limit: 1000 });
    const times = items.map(({ time }) => time);
    if (times.length === 0) throw fault('NO_SUCH_ITEM', { what: 'test', id: asked.test_id });
    const wrong = lastWrong(items);
    // What began before it may still hold something: a lock, a connection.
    const span = { from: Math.min(...times) - AFTER, to: Math.max(...times) + 1, testId: asked.test_id };
    return wrong ? { ...span, focus: wrong } : span;
  }
  const at = microsOf(asked.at, clock.micros() / 1000);
  if (at !== undefined) return { from: at - (half ?? BEFORE / 2), to: at + (half ?? AFTER) };
  return lastOf(store, about, clock.micros());
}

/** The last thing that went wrong; where nothing did, what was done last. */
async function lastOf(
  store: TelemetryDeps['store'],
  about: (focus: StoryItem) => Wanted,
  now: number,
): Promise<Wanted> {
  const pages = await Promise.all(WRONG.map((filters) => store.page({ ...filters, limit: LATELY })));
  const wrong = lastWrong(pages.flatMap(({ items }) => items));
  if (wrong) return about(wrong);
  const { items } = await store.page({ streams: ['action', 'navigation', 'request', 'exchange'], limit: 1 });
  const [last] = items.filter(isStoryItem);
  return last ? { from: last.time - BEFORE, to: last.time + AFTER } : { from: now - BEFORE, to: now };
}

/** The newest of the gravest of the last moments: what follows from it in an instant is not what was meant. */
function lastWrong(items: readonly Item[]): StoryItem | undefined {
  const wrong = items.filter(isStoryItem).filter((item) => gravity(item) >= 2);
  const newest = Math.max(...wrong.map(({ time }) => time));
  const lately = wrong.filter(({ time }) => newest - time < 500_000);
  return lately.toSorted((one, other) => gravity(other) - gravity(one) || other.time - one.time)[0];
}

async function itemOf(id: string | number, store: TelemetryDeps['store']): Promise<StoryItem> {
  const seq = Number(String(id).replace(/^#/, ''));
  const item = Number.isSafeInteger(seq) && seq > 0 ? await store.get(seq) : undefined;
  if (item && isStoryItem(item)) return item;
  throw fault('NO_SUCH_ITEM', { what: 'item', id: String(id) });
}

async function callOf(id: number, store: TelemetryDeps['store']): Promise<StoryItem> {
  // The database only looks for the digits, which may stand in others, too.
  const keep = (item: Item) => item.stream === 'call' && item.data.id === id;
  const { items } = await store.page({ streams: ['call'], text: String(id), keep, limit: 1 });
  const [call] = items.filter(isStoryItem);
  if (call) return call;
  throw fault('NO_SUCH_ITEM', { what: 'call', id: String(id) });
}
