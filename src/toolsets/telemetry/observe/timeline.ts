import { z } from 'zod';
import type { Stream } from '../../../contract/streams.ts';
import { cut } from '../../../kernel/cut.ts';
import type { Item } from '../../../store/item-row.ts';
import { isAmong, noise, pageLimit, paging, scope, source } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { errorMessage } from '../error-entry.ts';
import { listReply, readList } from '../read-list.ts';
import { type ExchangeData, entryHead, unreadableWords, type WebsocketData } from '../seen.ts';
import { actionWords } from './actions.ts';
import { requestWords } from './requests.ts';
import { metricWords, spanWords } from './services.ts';

/** What can be included, and the streams that hold it. */
const PARTS: Readonly<Record<string, readonly Stream[]>> = {
  actions: ['action'],
  errors: ['exception', 'console'],
  logs: ['console'],
  network: ['request'],
  websocket: ['websocket'],
  navigation: ['navigation'],
  vitals: ['vitals'],
  wire: ['flow', 'exchange'],
  screen: ['shot'],
  agent: ['call'],
  services: ['span', 'service_log'],
  storage: ['storage'],
};
const NAMES = Object.keys(PARTS) as [string, ...string[]];
const USUAL = NAMES.filter((name) => name !== 'logs');

export const timeline = defineMode({
  summary: 'Everything by time.',
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
      if (!isAmong(wanted, (one) => one === item.source)) return false;
      if (item.stream === 'console') return include.includes('logs') || item.data.level === 'error';
      // What an agent looked at is no event of the story.
      return item.stream !== 'call' || item.data.tool !== 'observe';
    });
    const entries = list.items.map((item) => ({
      ...entryHead(item),
      source: item.source,
      type: kindOf(item),
      summary: cut(itemWords(item), LENGTH),
    }));
    return listReply(call, 'events', list, entries);
  },
});

/** Where an entry is called otherwise than the stream that it stands in. */
const KINDS: Partial<Record<Item['stream'], string>> = {
  exception: 'error',
  console: 'log',
  request: 'network',
  flow: 'wire',
  exchange: 'wire',
  shot: 'screen',
  call: 'agent',
};

const kindOf = ({ stream, data }: Item) =>
  stream === 'console' && data.level === 'error' ? 'error' : (KINDS[stream] ?? stream);

const LENGTH = 200;

/** One thing seen, in one line. */
function itemWords(item: Item): string {
  switch (item.stream) {
    case 'action':
      return `${item.data.source}: ${actionWords(item.data)}`;
    case 'exception':
    case 'console':
      return errorMessage(item);
    case 'request':
      return `${requestWords(item)} (${Math.round(item.data.ms)} ms)`;
    case 'websocket':
      return socketWords(item.data);
    case 'navigation':
      return `${item.data.kind === 'document' ? 'loads' : item.data.kind} ${item.data.url}`;
    case 'vitals': {
      const { url, lcp, cls, inp } = item.data;
      return `${url} LCP ${lcp?.value ?? '-'} CLS ${cls?.value ?? '-'} INP ${inp?.value ?? '-'}`;
    }
    case 'performance':
      return `${item.data.kind} ${item.data.kind === 'snapshot' ? item.data.url : item.data.name}`;
    case 'flow': {
      const { client, target, port, upstream, downstream } = item.data;
      return `${client} → ${target.host}:${target.port} via ${port}, ${upstream.bytes} up, ${downstream.bytes} down`;
    }
    case 'exchange':
      return exchangeWords(item.data);
    case 'shot':
      return `${item.data.drawn ? 'drawing' : 'picture'} ${item.data.path ?? item.data.id ?? ''}`;
    case 'call':
      return `${item.data.tool} ${item.data.outcome} (${item.data.ms} ms) ${item.data.args}`;
    case 'span':
      return spanWords(item.data);
    case 'service_log':
      return `${item.data.service}: ${item.data.level} ${item.data.message}`;
    case 'metric':
      return metricWords(item.data);
    case 'storage': {
      const { area, change, key = '', value } = item.data;
      return `${area}Storage ${change} ${key}${value === undefined ? '' : ` ${cut(value, 80)}`}`;
    }
    case 'unreadable':
      return unreadableWords(item);
  }
}

function socketWords(data: WebsocketData): string {
  const { event, url, direction, preview, code, error } = data;
  if (event !== 'message')
    return `socket ${event} ${url}${code === undefined ? '' : ` ${code}`}${error ? ` ${error}` : ''}`;
  return `${direction === 'outgoing' ? '→' : '←'} ${url} ${cut(preview ?? '', 80)}`;
}

function exchangeWords({ protocol, port, question, state, result, error, ms }: ExchangeData): string {
  const took = `${Math.round(ms * 10) / 10} ms`;
  const outcome = error ?? result ?? state;
  const end = state === 'running' ? `runs for ${took}` : `${cut(outcome, 80)} (${took})`;
  return `${protocol} :${port} ${cut(question.replace(/\s+/g, ' '), 100)} → ${end}`;
}
