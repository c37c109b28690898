/**
 * What pages say and do without an end: lines of the console, messages of sockets, changes of the document. Of these
 * only what came just after somebody acted is looked at, and just before, to know what comes by itself.
 */
import type { Stream } from '../../contract/streams.ts';
import type { Item } from '../item-row.ts';
import type { Search } from '../search.ts';
import { type Fact, SLACK } from './fact.ts';

const STREAMS: readonly Stream[] = ['console', 'websocket', 'performance'];
const SECOND = 1_000_000;
const BEFORE = 3 * SECOND;
const AFTER = 2 * SECOND;
const MOST_BEFORE = 5;
const MOST_AFTER = 25;
/** A page that is acted in faster than that is not followed in all it says. */
const MOST_ACTIONS = 20;
/** What belongs together in time lies together in the record. */
const NEAR = 5000;

export class AfterActions {
  #actions: Fact[] = [];

  note(fact: Fact): void {
    if (fact.action && fact.action.source !== 'page' && fact.place.page !== undefined)
      this.#actions = [...this.#actions, fact].slice(-MOST_ACTIONS);
  }

  /** What is there by now; asked for again until nothing more can come of an action. */
  async load(search: Search, now: number): Promise<Item[]> {
    const ids = new Set<number>();
    for (const action of this.#actions)
      for (const stream of STREAMS) for (const id of await idsAround(search, action, stream)) ids.add(id);
    this.#actions = this.#actions.filter(({ end }) => end + AFTER + SECOND > now);
    return ids.size === 0 ? [] : search.load([...ids]);
  }
}

async function idsAround(
  search: Search,
  { place, seq, start, end }: Fact,
  stream: Stream,
): Promise<number[]> {
  const filters = { streams: [stream], ...place };
  const range = { from: Math.max(1, seq - NEAR), to: seq + NEAR };
  const [before, after] = await Promise.all([
    search.ids({ ...filters, since: start - BEFORE, until: start - 1 }, range, 'newest', MOST_BEFORE),
    search.ids({ ...filters, since: start - SLACK, until: end + AFTER }, range, 'oldest', MOST_AFTER),
  ]);
  return [...before, ...after];
}
