import type { Item } from '../../../store/item-row.ts';
import { actionWords } from '../action-entry.ts';
import { errorMessage } from '../error-entry.ts';
import { cut, dataOf } from '../seen.ts';
import { requestWords } from './request-entry.ts';

const LENGTH = 200;

/** One thing seen, in one line. */
export function itemWords(item: Item): string {
  return cut(words(item), LENGTH);
}

function words(item: Item): string {
  const { stream, data } = item;
  switch (stream) {
    case 'action':
      return `${data.source}: ${actionWords(dataOf(item, 'action'))}`;
    case 'exception':
    case 'console':
      return errorMessage(item);
    case 'request':
      return `${requestWords(item)} (${Math.round(dataOf(item, 'request').ms)} ms)`;
    case 'websocket':
      return socketWords(item);
    case 'navigation': {
      const { kind, url } = dataOf(item, 'navigation');
      return `${kind === 'document' ? 'loads' : kind} ${url}`;
    }
    case 'vitals': {
      const { url, lcp, cls, inp } = dataOf(item, 'vitals');
      return `${url} LCP ${lcp?.value ?? '-'} CLS ${cls?.value ?? '-'} INP ${inp?.value ?? '-'}`;
    }
    case 'performance':
      return `${data.kind} ${data.name ?? data.url}`;
    case 'flow':
      return flowWords(data);
    case 'shot':
      return `picture ${data.path ?? data.id ?? ''}`;
    case 'call':
      return `${data.tool} ${data.outcome} (${data.ms} ms) ${data.args}`;
  }
}

function socketWords(item: Item): string {
  const { event, url, direction, preview, code, error } = dataOf(item, 'websocket');
  if (event !== 'message')
    return `socket ${event} ${url}${code === undefined ? '' : ` ${code}`}${error ? ` ${error}` : ''}`;
  return `${direction === 'outgoing' ? '→' : '←'} ${url} ${cut(preview ?? '', 80)}`;
}

/** A connection of the wire; its shape belongs to that engine, so it is read with care. */
function flowWords(data: Item['data']): string {
  const side = (name: string) => (data[name] as { bytes?: number } | undefined)?.bytes ?? 0;
  const target = data.target as { host?: string; port?: number } | undefined;
  return `${data.client} → ${target?.host}:${target?.port} via ${data.port}, ${side('upstream')} up, ${side('downstream')} down`;
}
