import { cut } from '../../kernel/cut.ts';
import type { Item, ItemOf } from '../../store/item-row.ts';
import { entryHead, spotOf } from './seen.ts';

const MESSAGE = 500;

/** Where errors stand. */
export const ERRORS = { streams: ['exception', 'console', 'request'], minLevel: 'error' } as const;
export type ErrorItem = ItemOf<(typeof ERRORS.streams)[number]>;

/** Whether it can be read, and stands where errors do. */
export const isError = (item: Item): item is ErrorItem =>
  item.stream === 'exception' || item.stream === 'console' || item.stream === 'request';

/** What went wrong, in one line: of an exception, a line on the console, or a request. */
export function errorMessage({ stream, data }: ErrorItem): string {
  if (stream === 'request') {
    const { method, url, status, statusText, failure } = data;
    return `${method} ${url} ${hasAnswer(data) ? `answered ${status}${statusText ? ` ${statusText}` : ''}` : failure}`;
  }
  if (stream === 'exception') {
    const { name, message } = data;
    return name && !message.startsWith(name) ? `${name}: ${message}` : message;
  }
  return data.message;
}

/** A script that was answered 404 is "aborted" as well: the answer says more. */
export const hasAnswer = ({ failure, status = 0 }: ItemOf<'request'>['data']): boolean =>
  failure === undefined || (failure === 'net::ERR_ABORTED' && status >= 400);

/** The browser's own line about a failed request tells of it a second time: the request itself is in the list. */
export const isToldTwice = (item: ErrorItem): boolean =>
  item.stream === 'console' && item.data.category === 'network' && item.data.requestId !== undefined;

/** exception, rejection, network, or who speaks on the console. */
export function errorSource({ stream, data }: ErrorItem): string {
  if (stream === 'request') return 'network';
  return stream === 'exception' ? data.kind : data.category;
}

/** An error as lists show it; `error_id` fetches the rest. */
export function errorEntry(item: ErrorItem) {
  const { stream, data } = item;
  return {
    ...entryHead(item),
    message: cut(errorMessage(item), MESSAGE),
    source: errorSource(item),
    url: data.url,
    ...(stream === 'request' ? { status: data.status } : spotOf(data.location ?? data.stack?.[0])),
  };
}
