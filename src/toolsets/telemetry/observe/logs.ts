import { z } from 'zod';
import type { ItemOf } from '../../../store/item-row.ts';
import { levels, noise, paging, scope, source } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { entriesOf, listWords, readList } from '../read-list.ts';
import { cut, placeOf, spotOf } from '../seen.ts';

const MESSAGE = 1000;

export const logs = defineMode({
  summary: 'Console lines; uncaught exceptions are in errors.',
  input: z.object({ ...paging, ...scope, ...levels, ...source, ...noise }),
  async run(call) {
    const { level, min_level: minLevel, source: wanted } = call.args;
    const list = await readList(
      call,
      { streams: ['console'], level, minLevel },
      wanted === undefined ? undefined : (item) => isFrom(item, wanted),
    );
    const entries = entriesOf(list, logEntry);
    return {
      summary: listWords('log lines', list),
      data: { logs: entries, count: entries.length, metadata: list.metadata },
    };
  },
});

/** By category (console, network, csp, …), or by a part of the script's address. */
function isFrom({ data }: ItemOf<'console'>, wanted: string): boolean {
  const { category, location, worker } = data;
  const urls = [location?.url, location?.original?.url, worker];
  return category === wanted || urls.some((url) => url?.includes(wanted));
}

export function logEntry(item: ItemOf<'console'>) {
  const { level, message, category, url, location, count } = item.data;
  return {
    ...placeOf(item),
    level,
    message: cut(message, MESSAGE),
    source: category,
    url,
    ...spotOf(location),
    ...(count === undefined ? {} : { count }),
  };
}
