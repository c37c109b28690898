import { backendOf } from '../../../engines/wire/decode/decoders.ts';
import { cut } from '../../../kernel/cut.ts';
import type { Item, ItemOf } from '../../../store/item-row.ts';
import type { Link } from '../../../store/links/link.ts';
import { errorMessage, hasAnswer } from '../error-entry.ts';
import { actionWords } from '../observe/actions.ts';
import { spanWords } from '../observe/services.ts';

/** What a story is made of. */
export type StoryItem = ItemOf<
  | 'call'
  | 'action'
  | 'navigation'
  | 'request'
  | 'websocket'
  | 'console'
  | 'exception'
  | 'performance'
  | 'exchange'
  | 'span'
  | 'service_log'
>;

export const STORY_STREAMS = [
  'call',
  'action',
  'navigation',
  'request',
  'websocket',
  'console',
  'exception',
  'performance',
  'exchange',
  'span',
  'service_log',
] as const;

export const isStoryItem = (item: Item): item is StoryItem =>
  (STORY_STREAMS as readonly string[]).includes(item.stream);

/** One thing that happened, with what it led to. Times are microseconds since the epoch. */
export interface StoryNode {
  readonly item: StoryItem;
  readonly seq: number;
  readonly start: number;
  readonly end: number;
  readonly ms: number;
  /** How it is known to follow from its parent. */
  link: Link | undefined;
  parent: StoryNode | undefined;
  readonly children: StoryNode[];
}

export function nodeOf(item: StoryItem): StoryNode {
  const [start, ms] = spanOf(item);
  return {
    item,
    seq: item.seq,
    start,
    end: start + ms * 1000,
    ms,
    link: undefined,
    parent: undefined,
    children: [],
  };
}

function spanOf(item: StoryItem): [start: number, ms: number] {
  switch (item.stream) {
    case 'request':
    case 'exchange':
    case 'span':
      return [item.data.startTime, item.data.ms];
    case 'call':
      return [item.time - item.data.ms * 1000, item.data.ms];
    case 'action':
      return [item.time, item.data.ms ?? 0];
    case 'performance':
      return item.data.kind === 'snapshot' ? [item.time, 0] : [item.time - item.data.ms * 1000, item.data.ms];
    default:
      return [item.time, 0];
  }
}

/** Whether something went wrong here, and how surely it is worth a look: 0 is not at all. */
export function gravity(item: Item): number {
  switch (item.stream) {
    case 'exception':
      return 3;
    case 'console':
      return item.data.level === 'error' ? 2 : 0;
    case 'request': {
      const { failure, status = 0, isCanceled } = item.data;
      if (isCanceled) return 1;
      return failure !== undefined || status >= 400 ? 3 : 0;
    }
    case 'exchange':
      if (isUnread(item) || isProbe(item)) return 0;
      return item.data.state === 'failed' || item.data.state === 'lost' || isServerError(item) ? 3 : 0;
    case 'span':
    case 'service_log':
      return item.data.level === 'error' ? 2 : 0;
    case 'websocket':
      return item.data.event === 'error' || item.data.wasClean === false ? 2 : 0;
    case 'action':
      return item.data.error === undefined ? 0 : 2;
    case 'call':
      return item.data.outcome === 'ok' || item.data.outcome === 'INVALID_ARGUMENTS' ? 0 : 1;
    default:
      return 0;
  }
}

/** Lost to us alone: it came too fast to be looked at, or in words that we cannot read. */
export const isUnread = ({ data }: ItemOf<'exchange'>) =>
  data.state === 'lost' && /too fast|cannot be read/i.test(data.error ?? '');

/** Clients of caches try what newer servers know, and go on without it. */
const isProbe = ({ data }: ItemOf<'exchange'>) =>
  backendOf(data.protocol)?.kind === 'cache' &&
  /^(client|hello|command)\b/i.test(data.question) &&
  /unknown (sub)?command|noproto/i.test(data.error ?? '');

const isServerError = ({ data }: ItemOf<'exchange'>) => isHttp(data.protocol) && (data.status ?? 0) >= 500;

export const isHttp = (protocol: string) =>
  protocol === 'http1' || protocol === 'http2' || protocol === 'grpc';
export const isDatabase = (protocol: string) => backendOf(protocol) !== undefined;

const LENGTH = 160;

/** In a line, without its time. */
export function nodeWords({ item }: Pick<StoryNode, 'item'>): string {
  return cut(words(item).replaceAll(/\s+/g, ' '), LENGTH);
}

function words(item: StoryItem): string {
  switch (item.stream) {
    case 'call':
      return `call ${item.data.tool} ${item.data.outcome}`;
    case 'action':
      return `${item.data.source}: ${actionWords(item.data)}`;
    case 'navigation':
      return `${item.data.kind === 'document' ? 'page' : item.data.kind} ${item.data.url}`;
    case 'request': {
      const { method, url, status, failure, corsError, blockedReason } = item.data;
      const why = corsError ?? blockedReason;
      const outcome = (hasAnswer(item.data) ? status : failure) ?? 'without an answer';
      return `${method} ${url} ${outcome}${why ? ` (${why})` : ''}`;
    }
    case 'websocket': {
      const { event, url, code, error } = item.data;
      return `socket ${event} ${url}${code === undefined ? '' : ` ${code}`}${error ? ` ${error}` : ''}`;
    }
    case 'console':
    case 'exception':
      return `${item.stream === 'console' ? 'console' : item.data.kind} ${errorMessage(item)}`;
    case 'performance':
      return item.data.kind === 'snapshot'
        ? `loaded ${item.data.url}`
        : `${item.data.kind} ${item.data.name}`;
    case 'exchange': {
      const { protocol, port, question, result, error, state } = item.data;
      const outcome = error ?? (state === 'done' ? (result ?? '') : state);
      return `${protocol}:${port} ${cut(question, 90)} → ${cut(outcome, 60)}`;
    }
    case 'span':
      return `span ${spanWords(item.data)}`;
    default:
      return `log ${item.data.service} ${item.data.level}: ${item.data.message}`;
  }
}
