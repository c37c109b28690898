import { decoderOf } from './decoders.ts';
import { type HeaderList, type HttpRequestDetail, type HttpResponseDetail, isInterim } from './http.ts';
import type { Message } from './message.ts';
import type { WebSocketDetail } from './websocket/websocket.ts';

/** A request with its answer, in the shape an archive wants it (see HarExchange in the reports). */
export interface HttpExchange {
  readonly startedAt: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly headers: HeaderList;
    readonly headersSize: number;
    readonly bodySize: number;
    readonly body?: Uint8Array;
  };
  readonly response?: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly headers: HeaderList;
    readonly headersSize: number;
    readonly bodySize: number;
    readonly contentSize: number;
    readonly body?: Uint8Array;
    readonly cut: boolean;
  };
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly error?: string;
  readonly webSocketMessages?: readonly WebSocketRecord[];
}

export interface WebSocketRecord {
  readonly time: number;
  readonly type: 'send' | 'receive';
  readonly opcode: number;
  readonly data: Uint8Array;
}

const archived = (message: Message) => decoderOf(message.protocol)?.archived ?? 'not';

export const isHttpRequest = (message: Message): message is Message<HttpRequestDetail> =>
  message.kind === 'request' && archived(message) === 'exchanges';

export const isHttpResponse = (message: Message): message is Message<HttpResponseDetail> =>
  message.kind === 'response' && archived(message) === 'exchanges';

export const isWebSocket = (message: Message): message is Message<WebSocketDetail> =>
  'opcode' in message.detail && archived(message) === 'frames';

/** WebSocket messages are only told at the end of their exchange, so at most so many, and so many bytes, are kept. */
const WEBSOCKET_LIMIT = 20_000;
const WEBSOCKET_BYTES = 64 << 20;

/** Requests that may wait for their answer, with their bodies; then the oldest is told without one. */
const WAITING_LIMIT = 1_000;

/** The HTTP exchanges of a decoded flow, each when it is complete; unanswered requests come last. */
export async function* httpExchanges(
  messages: Iterable<Message> | AsyncIterable<Message>,
): AsyncGenerator<HttpExchange, void, undefined> {
  const waiting = new Map<number, Message<HttpRequestDetail>>();
  // An answer may be complete before its request is, as when an upload is refused.
  const early = new Map<number, Message<HttpResponseDetail>>();
  let upgraded: { exchange: HttpExchange; frames: WebSocketRecord[]; bytes: number } | undefined;
  for await (const message of messages) {
    const number = message.exchange ?? -1;
    if (isWebSocket(message) && upgraded) addFrame(upgraded, message);
    if (isHttpRequest(message)) waiting.set(number, message);
    else if (isHttpResponse(message) && !isInterim(message.detail)) early.set(number, message);
    else continue;
    const [request, response] = [waiting.get(number), early.get(number)];
    if (request && response) {
      waiting.delete(number);
      early.delete(number);
      const exchange = joined(request, response);
      if (response.detail.status === 101)
        upgraded = { exchange: asWebSocket(exchange), frames: [], bytes: 0 };
      else yield exchange;
    }
    const [oldest] = waiting.values();
    if (oldest && waiting.size > WAITING_LIMIT) {
      waiting.delete(oldest.exchange ?? -1);
      yield joined(oldest, undefined);
    }
    if (early.size > WAITING_LIMIT) early.clear();
  }
  if (upgraded) yield { ...upgraded.exchange, webSocketMessages: upgraded.frames };
  for (const request of waiting.values()) yield joined(request, undefined);
}

/** Browsers name a WebSocket by its own scheme. */
const asWebSocket = (exchange: HttpExchange): HttpExchange => ({
  ...exchange,
  request: { ...exchange.request, url: exchange.request.url.replace(/^http/, 'ws') },
});

function addFrame(to: { frames: WebSocketRecord[]; bytes: number }, message: Message<WebSocketDetail>): void {
  to.bytes += message.body?.length ?? 0;
  if (to.frames.length >= WEBSOCKET_LIMIT || to.bytes > WEBSOCKET_BYTES) return;
  to.frames.push({
    time: message.time,
    type: message.direction === 'up' ? 'send' : 'receive',
    opcode: message.detail.opcode,
    data: message.body ?? new Uint8Array(0),
  });
}

function joined(
  request: Message<HttpRequestDetail>,
  response: Message<HttpResponseDetail> | undefined,
): HttpExchange {
  const { detail } = request;
  const error = response ? (response.error ?? request.error) : (request.error ?? 'No response was captured.');
  const requestEnd = request.endTime ?? request.time;
  const answerEnd = response ? (response.endTime ?? response.time) : requestEnd;
  return {
    startedAt: request.time,
    request: {
      method: detail.method,
      url: detail.url,
      httpVersion: detail.version,
      headers: detail.headers,
      headersSize: detail.headLength,
      bodySize: detail.rawLength,
      ...(request.body && { body: request.body }),
    },
    ...(response && { response: answer(response) }),
    timings: {
      send: (requestEnd - request.time) / 1000,
      wait: response ? Math.max(0, response.time - requestEnd) / 1000 : 0,
      receive: response ? (answerEnd - response.time) / 1000 : 0,
    },
    ...(error !== undefined && { error }),
  };
}

function answer(response: Message<HttpResponseDetail>): NonNullable<HttpExchange['response']> {
  const { detail } = response;
  const contentSize = response.bodyLength ?? response.body?.length ?? 0;
  return {
    status: detail.status,
    statusText: detail.reason,
    httpVersion: detail.version,
    headers: detail.headers,
    headersSize: detail.headLength,
    bodySize: detail.rawLength,
    contentSize,
    ...(response.body && { body: response.body }),
    cut: detail.cut === true || contentSize > (response.body?.length ?? 0),
  };
}
