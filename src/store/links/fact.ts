/** What the linker has to know of an item: little enough to keep thousands of them in memory. */
import type { EvidenceData } from '../../contract/evidence.ts';
import type { Item } from '../item-row.ts';
import type { Confidence, LinkKind } from './link.ts';

/** Clocks of browser and server agree to about this, in microseconds. */
export const SLACK = 20_000;

/** A cause that was found. */
export type Found = readonly [cause: Fact, kind: LinkKind, confidence: Confidence];

/** A trace context: whose trace, and the span that sent it. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

export interface Fact {
  readonly seq: number;
  readonly stream: Item['stream'];
  /** Microseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly session: string | undefined;
  /** Instance and page, for what happened in a page. */
  readonly page: string | undefined;
  readonly place: { readonly instance: string | undefined; readonly page: string | undefined };
  readonly call?: { readonly number: number | undefined };
  /** A picture, and the call that took it. */
  readonly shot?: { readonly call: number | undefined };
  readonly action?: Pick<EvidenceData['action'], 'type' | 'source' | 'toUrl' | 'call'>;
  /** A change of the document, and when the action was that it was looked for after. */
  readonly change?: { readonly acted: number };
  readonly socket?: { readonly connection: string; readonly direction: string | undefined };
  readonly request?: RequestFact;
  readonly navigation?: { readonly url: string };
  readonly exchange?: ExchangeFact;
  readonly span?: TraceContext & { readonly parentSpanId?: string | undefined };
  readonly log?: Partial<TraceContext>;
  /** A line of the console, or an exception. */
  readonly said?: {
    readonly isError: boolean;
    readonly requestId: string | undefined;
    readonly frames: readonly string[];
    readonly words: string;
  };
}

interface RequestFact {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly port: number;
  readonly target: string;
  readonly pageUrl: string | undefined;
  readonly isDocument: boolean;
  readonly isOnWire: boolean;
  /** It was answered from what the browser had kept, or kept what it had because nothing was new. */
  readonly isKept: boolean;
  readonly isOfWorker: boolean;
  readonly isByWorker: boolean;
  readonly hasFailed: boolean;
  /** It may go better another time. */
  readonly isWorthRetry: boolean;
  /** The browser's own name of its connection. */
  readonly connection: string | undefined;
  /** A text that was answered, where it is short enough to be read. */
  readonly blob: string | undefined;
  /** Values in it; known once it was looked at. */
  values?: readonly string[];
  readonly status: number | undefined;
  readonly headers: ReadonlyMap<string, string>;
  readonly trace: TraceContext | undefined;
  readonly redirectedFrom: string | undefined;
  readonly preflightOf: string | undefined;
  readonly initiator: string;
  readonly frames: readonly string[];
}

interface ExchangeFact {
  readonly id: string;
  readonly port: number;
  readonly connection: string;
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly status: number | undefined;
  readonly isRunning: boolean;
  readonly headers: ReadonlyMap<string, string>;
  readonly traces: readonly TraceContext[];
  readonly transaction: string | undefined;
  /** Without its values. */
  readonly statement: string;
  /** Words of the address, and of what is asked: the same in both tells exchanges apart that run at once. */
  readonly given: readonly string[];
  readonly asked: ReadonlySet<string>;
  /** Marks of values, as the wire notes them. */
  readonly values: string | undefined;
}

/** What there is to know of it, or nothing when it takes no part. */
export function factOf(item: Item): Fact | undefined {
  const { instance, page, session } = item.where;
  const base = {
    seq: item.seq,
    stream: item.stream,
    start: item.time,
    end: item.time,
    session,
    page: page === undefined ? undefined : `${instance} ${page}`,
    place: { instance, page },
  };
  switch (item.stream) {
    case 'call':
      return { ...base, start: item.time - item.data.ms * 1000, call: { number: item.data.number } };
    case 'action': {
      const { type, source, toUrl, call, ms = 0 } = item.data;
      return { ...base, end: item.time + ms * 1000, action: { type, source, toUrl, call } };
    }
    case 'shot':
      return item.data.call === undefined
        ? undefined
        : { ...base, page: undefined, shot: { call: item.data.call } };
    case 'navigation':
      return item.data.kind === 'document' ? { ...base, navigation: { url: item.data.url } } : undefined;
    case 'request':
      return { ...base, start: item.data.startTime, request: requestFact(item.data) };
    case 'websocket':
      return { ...base, socket: { connection: item.data.connectionId, direction: item.data.direction } };
    case 'performance':
      return item.data.kind === 'change' ? { ...base, change: { acted: item.data.acted } } : undefined;
    case 'console':
    case 'exception': {
      const { message, stack, level } = item.data;
      const requestId = item.stream === 'console' ? item.data.requestId : undefined;
      const words = message.slice(0, 500);
      return {
        ...base,
        said: { isError: level === 'error', requestId, frames: framesOf(stack), words },
      };
    }
    case 'exchange':
      return { ...base, start: item.data.startTime, exchange: exchangeFact(item.data) };
    case 'span': {
      const { traceId, spanId, parentSpanId, startTime } = item.data;
      return { ...base, start: startTime, span: { traceId, spanId, parentSpanId } };
    }
    case 'service_log':
      return {
        ...base,
        log: { traceId: item.data.traceId, spanId: item.data.spanId } as Partial<TraceContext>,
      };
    default:
      return undefined;
  }
}

function requestFact(data: EvidenceData['request']): RequestFact {
  const url = URL.parse(data.url);
  const headers = new Map(data.requestHeaders.map(([name, value]) => [name.toLowerCase(), value]));
  return {
    id: data.requestId,
    method: data.method,
    url: data.url,
    port: url ? Number(url.port || (url.protocol === 'https:' ? 443 : 80)) : 0,
    target: url ? url.pathname + url.search : '',
    pageUrl: data.pageUrl,
    isDocument: data.isNavigation === true,
    isOnWire: data.fromCache === undefined && !data.fromServiceWorker && data.blockedReason === undefined,
    isKept: data.fromCache !== undefined || data.status === 304,
    isOfWorker: data.worker !== undefined,
    isByWorker: data.fromServiceWorker === true,
    hasFailed: data.failure !== undefined || (data.status ?? 0) >= 400,
    isWorthRetry:
      (data.failure !== undefined && data.blockedReason === undefined && data.corsError === undefined) ||
      RETRIED.has(data.status ?? 0),
    connection: data.connection,
    blob: blobOf(data.responseBody),
    status: data.status,
    headers,
    trace: traceOf(headers.get('traceparent')),
    redirectedFrom: data.redirectedFrom,
    preflightOf: data.type === 'preflight' ? data.initiator?.requestId : undefined,
    initiator: data.initiator?.type ?? '',
    frames: framesOf([data.initiator?.location ?? [], data.initiator?.stack ?? []].flat()),
  };
}

/** Too many at once, too late, or somebody's fault who may have mended it. */
const RETRIED: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

const MOST_BODY = 16_000;

const blobOf = (body: EvidenceData['request']['responseBody']) =>
  body && 'blob' in body && body.kind === 'text' && body.stored <= MOST_BODY ? body.blob : undefined;

function exchangeFact(data: EvidenceData['exchange']): ExchangeFact {
  const url = data.url === undefined ? null : URL.parse(data.url);
  return {
    id: data.exchangeId,
    port: data.port,
    connection: data.connection,
    method: data.method,
    target: url ? url.pathname + url.search : undefined,
    status: data.status,
    isRunning: data.state === 'running',
    headers: new Map(data.headers ?? []),
    traces: data.traces ?? [],
    transaction: data.transactionId,
    statement: `${data.port} ${url ? routeOf(data.statement) : withoutComment(data.statement)}`,
    given: url ? valuesIn([...url.pathname.split('/').filter(hasDigit), ...url.searchParams.values()]) : [],
    asked: new Set(url ? [] : askedIn(data)),
    values: data.values,
  };
}

/** Trace contexts and labels stand in comments, and are new each time. */
const withoutComment = (statement: string) => statement.replaceAll(/\s*\/\*.*?\*\//g, '');

/** Names with a number in them are ids here, though they are not always: "reader25", but not "v2". */
const routeOf = (statement: string) => statement.replaceAll(/\/(?!v\d+[/?]|v\d+$)[^/?]*\d[^/?]*/g, '/:id');

const hasDigit = (word: string) => /\d/.test(word);

/** Words that are values of their own: shorter ones may mean something else in each place. */
const valuesIn = (words: readonly string[]) =>
  words.map((word) => decoded(word)).filter((word) => word.length >= (hasDigit(word) ? 3 : 6));

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

const MOST_ASKED = 4000;

/** Values that a statement or a command was given; its other words are names, as those of addresses may be. */
function askedIn({ parameters = [], question }: EvidenceData['exchange']): readonly string[] {
  const text = question.slice(0, MOST_ASKED);
  const quoted = [...text.matchAll(/'([^']*)'/g)].map(([, words = '']) => words);
  return [
    ...parameters.flatMap((one) => one ?? []),
    ...quoted,
    ...text.split(/[\s'"(),=;:]+/).filter(hasDigit),
  ];
}

function framesOf(stack: readonly { url: string; line: number; function?: string | undefined }[] = []) {
  return stack.map(({ url, function: name, line }) => `${url} ${name || line}`);
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

function traceOf(header: string | undefined): TraceContext | undefined {
  const [, traceId, spanId] = TRACEPARENT.exec(header ?? '') ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}
