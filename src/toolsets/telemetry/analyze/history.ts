import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import type { Item, ItemOf } from '../../../store/item-row.ts';
import { paging } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { entriesOf, listReply, readList } from '../read-list.ts';
import { entryHead } from '../seen.ts';
import { few, looked } from './look-arguments.ts';

type Visit = ItemOf<'navigation'>;

const isVisit = (item: Item): item is Visit =>
  item.stream === 'navigation' && (item.data.kind === 'document' || item.data.kind === 'same-document');

const MOST_TOLD = 10;

export const history = defineMode({
  summary: 'Visits, time spent, ways between pages.',
  input: z.object({ ...looked, ...few, after_cursor: paging.after_cursor.describe('For older.') }),
  async run(call) {
    const list = await readList(
      call,
      { streams: ['navigation'] },
      (item) => isVisit(item) && item.data.frame === undefined,
    );
    const visits = list.items.filter(isVisit);
    const left = leavingTimes(visits);
    const entries = entriesOf(list, (item) => ({
      ...entryHead(item),
      from_url: item.data.fromUrl,
      to_url: item.data.url,
      type: item.data.kind === 'document' ? 'navigate' : 'same_document',
      reason: item.data.reason,
      status: item.data.status,
      failed_url: item.data.unreachableUrl,
      // Of the newest visit of a tab nobody knows yet how long it lasts.
      stayed_ms: left.get(item.seq),
    }));
    const reply = listReply(call, 'visits', list, entries);
    return { ...reply, data: { ...reply.data, patterns: patternsOf(visits, left) } };
  },
});

/** How long each visit lasted, by its number: to the next one in the same tab. */
function leavingTimes(visits: readonly Visit[]): ReadonlyMap<number, number> {
  const left = new Map<number, number>();
  const next = new Map<string, number>();
  for (const { seq, time, where } of visits) {
    const tab = `${where.instance} ${where.page}`;
    const then = next.get(tab);
    if (then !== undefined) left.set(seq, Math.round((then - time) / 1000));
    next.set(tab, time);
  }
  return left;
}

/** What is told of the visits together: where people go, turn back and go round in circles. */
function patternsOf(visits: readonly Visit[], left: ReadonlyMap<number, number>) {
  const pages = new Map<string, { visits: number; stayed_ms: number | undefined; last_seen: string }>();
  const ways = new Map<string, { from: string; to: string; count: number }>();
  for (const { seq, time, data } of visits) {
    const page = pages.get(data.url) ?? { visits: 0, stayed_ms: undefined, last_seen: isoMicros(time) };
    const stayed = left.get(seq);
    page.visits++;
    if (stayed !== undefined) page.stayed_ms = (page.stayed_ms ?? 0) + stayed;
    pages.set(data.url, page);
    if (data.fromUrl === undefined || data.fromUrl === 'about:blank' || data.fromUrl === data.url) continue;
    const key = JSON.stringify([data.fromUrl, data.url]);
    const way = ways.get(key) ?? { from: data.fromUrl, to: data.url, count: 0 };
    way.count++;
    ways.set(key, way);
  }
  const loops = [...ways.values()].filter(
    ({ from, to }) => from < to && ways.has(JSON.stringify([to, from])),
  );
  return {
    pages: [...pages]
      .map(([url, page]) => ({ url, ...page }))
      .toSorted((one, other) => other.visits - one.visits)
      .slice(0, MOST_TOLD),
    transitions: [...ways.values()].toSorted((one, other) => other.count - one.count).slice(0, MOST_TOLD),
    loops: loops.slice(0, MOST_TOLD).map(({ from, to }) => [from, to]),
    back_or_forward: visits.filter(({ data }) => data.reason === 'back_forward').length,
    reloads: visits.filter(({ data }) => data.reason === 'reload').length,
  };
}
