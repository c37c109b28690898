import type { Item } from '../../store/item-row.ts';
import { cut, dataOf, placeOf, spotOf } from './seen.ts';

const MESSAGE = 500;

/** What went wrong, in one line: of an exception, a line on the console, or a request. */
export function errorMessage(item: Item): string {
  if (item.stream === 'request') {
    const { method, url, status, statusText, failure } = dataOf(item, 'request');
    return `${method} ${url} ${failure ?? `answered ${status}${statusText ? ` ${statusText}` : ''}`}`;
  }
  if (item.stream === 'exception') {
    const { name, message } = dataOf(item, 'exception');
    return name && !message.startsWith(name) ? `${name}: ${message}` : message;
  }
  return dataOf(item, 'console').message;
}

/** The browser's own line about a failed request tells of it a second time: the request itself is in the list. */
export const isToldTwice = (item: Item): boolean =>
  item.stream === 'console' && item.data.category === 'network' && item.data.requestId !== undefined;

/** exception, rejection, network, or who speaks on the console. */
export function errorSource(item: Item): string {
  if (item.stream === 'request') return 'network';
  if (item.stream === 'exception') return dataOf(item, 'exception').kind;
  return dataOf(item, 'console').category;
}

/** An error as lists show it; `error_id` fetches the rest. */
export function errorEntry(item: Item) {
  const where =
    item.stream === 'console'
      ? dataOf(item, 'console')
      : item.stream === 'exception'
        ? dataOf(item, 'exception')
        : undefined;
  return {
    ...placeOf(item),
    message: cut(errorMessage(item), MESSAGE),
    source: errorSource(item),
    url: String(item.data.url ?? ''),
    ...(where ? spotOf(where.location ?? where.stack?.[0]) : {}),
    ...(item.stream === 'request' ? { status: dataOf(item, 'request').status } : {}),
  };
}
