import { z } from 'zod';
import type { Stream } from '../../../contract/streams.ts';
import type { Item } from '../../../store/item-row.ts';
import { noise, pageLimit, paging, scope, source } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { listWords, readList } from '../read-list.ts';
import { placeOf } from '../seen.ts';
import { itemWords } from './item-words.ts';

/** What can be included, and the streams that hold it. */
const PARTS: Readonly<Record<string, readonly Stream[]>> = {
  actions: ['action'],
  errors: ['exception', 'console'],
  logs: ['console'],
  network: ['request'],
  websocket: ['websocket'],
  navigation: ['navigation'],
  vitals: ['vitals'],
  wire: ['flow'],
  screen: ['shot'],
  agent: ['call'],
};
const NAMES = Object.keys(PARTS) as [string, ...string[]];
const USUAL = NAMES.filter((name) => name !== 'logs');

export const timeline = defineMode({
  summary: 'Everything by time: browser, wire, screen, calls of agents.',
  input: z.object({
    ...paging,
    limit: pageLimit(50),
    ...scope,
    ...source,
    ...noise,
    include: z.array(z.enum(NAMES)).min(1).optional().describe('Left out: all but logs.'),
  }),
  async run(call) {
    const { include = USUAL, source: wanted } = call.args;
    const streams = [...new Set(include.flatMap((part) => PARTS[part] ?? []))];
    const list = await readList(call, { streams }, (item) => {
      if (wanted !== undefined && item.source !== wanted) return false;
      if (item.stream === 'console') return include.includes('logs') || item.data.level === 'error';
      // What an agent looked at is no event of the story.
      return item.stream !== 'call' || item.data.tool !== 'observe';
    });
    const entries = list.items.map((item) => ({
      ...placeOf(item),
      source: item.source,
      type: kindOf(item),
      summary: itemWords(item),
    }));
    return {
      summary: listWords('events', list),
      data: { entries, count: entries.length, metadata: list.metadata },
    };
  },
});

const KINDS: Readonly<Record<Item['stream'], string>> = {
  unreadable: 'unreadable',
  action: 'action',
  exception: 'error',
  console: 'log',
  request: 'network',
  websocket: 'websocket',
  navigation: 'navigation',
  vitals: 'vitals',
  performance: 'performance',
  flow: 'wire',
  shot: 'screen',
  call: 'agent',
};

const kindOf = ({ stream, data }: Item) =>
  stream === 'console' && data.level === 'error' ? 'error' : KINDS[stream];
