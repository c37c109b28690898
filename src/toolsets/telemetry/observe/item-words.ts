import type { Item } from '../../../store/item-row.ts';
import { actionWords } from '../action-entry.ts';
import { errorMessage } from '../error-entry.ts';
import { cut, unreadableWords, type WebsocketData } from '../seen.ts';
import { requestWords } from './request-entry.ts';

const LENGTH = 200;

/** One thing seen, in one line. */
export function itemWords(item: Item): string {
  return cut(words(item), LENGTH);
}

function words(item: Item): string {
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
    case 'shot':
      return `picture ${item.data.path ?? item.data.id ?? ''}`;
    case 'call':
      return `${item.data.tool} ${item.data.outcome} (${item.data.ms} ms) ${item.data.args}`;
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
