import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { cut } from '../../../kernel/cut.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import { LEVELS } from '../../../store/level.ts';
import type { KeptLine } from '../../../store/log-ring.ts';
import { isAmong, levels, noise, paging, saysIt, scope, source, words } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { pageOfMemory } from '../memory-list.ts';
import { entriesOf, listReply, readList } from '../read-list.ts';
import { entryHead, spotOf } from '../seen.ts';

const MESSAGE = 1000;

export const logs = defineMode({
  summary: 'Console lines.',
  input: z.object({ ...paging, ...scope, ...levels, ...source, ...words, ...noise }),
  async run(call) {
    const { level, min_level: minLevel, source: from, text } = call.args;
    const isWanted = (item: ItemOf<'console'>) =>
      isAmong(from, (one) => isFrom(item, one)) && saysIt(item.data.message, text);
    const list = await readList(
      call,
      { streams: ['console'], level, minLevel },
      from === undefined && text === undefined ? undefined : isWanted,
    );
    return listReply(call, 'log lines', list, entriesOf(list, logEntry), 'logs');
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
    ...entryHead(item),
    level,
    message: cut(message, MESSAGE),
    source: category,
    url,
    ...spotOf(location),
    count,
  };
}

const rank = ({ level }: KeptLine) => LEVELS.indexOf(level === 'warning' ? 'warn' : level);

export const extensionLogs = defineMode({
  summary: 'Words of the server itself.',
  input: z.object({ ...paging, ...levels }),
  run(call) {
    const { level, min_level: least } = call.args;
    const list = pageOfMemory(call, call.deps.logLines(call.caller), (line) => {
      if (level !== undefined) return rank(line) === LEVELS.indexOf(level);
      return least === undefined || rank(line) >= LEVELS.indexOf(least);
    });
    const entries = list.items.map(({ seq, time, level, message, data }) => ({
      id: seq,
      timestamp: isoMicros(time),
      level: level === 'warning' ? 'warn' : level,
      message,
      source: 'server',
      ...(Object.keys(data).length > 0 ? { data } : {}),
    }));
    return listReply(call, 'lines of the server’s own log', list, entries, 'logs');
  },
});
