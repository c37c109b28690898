import {
  at,
  type DecodeContext,
  type Decoder,
  type Draft,
  firstLine,
  parked,
  type Switch,
} from '../decoder.ts';
import { followHttp } from '../follow-http.ts';
import {
  emitWithContent,
  fieldOf,
  type HeaderList,
  type HttpRequestDetail,
  type HttpResponseDetail,
  packsSecret,
} from '../http.ts';
import { Questions } from '../questions.ts';
import { DecodeError, type Parse } from '../reader.ts';
import { latin1, shorten } from '../show-text.ts';
import { type Body, framingOf, readBody } from './body.ts';
import { type Head, readHead } from './head.ts';

/** A request that waits for its response. */
interface Pending {
  readonly exchange: number;
  readonly method: string;
  readonly target: string;
  /** Kept only where it may be needed again. */
  readonly headers: HeaderList;
  readonly startTime: number;
  endTime?: number;
  /** It asks to leave HTTP/1.1, so what follows can only be read once the answer is known. */
  readonly mayLeave: boolean;
  answer?: 'stay' | 'leave';
}

const REQUEST = /^(\S{1,64}) (\S.*?) HTTP\/(\d\.\d)$/;
const STATUS = /^HTTP\/(\d\.\d) (\d{3})(?: (.*))?$/;
/** Stricter, as the first line of a connection; no method begins with an asterisk. */
const REQUEST_LINE = /^[A-Za-z!#$%&'+.^_`|~-][A-Za-z!#$%&'*+.^_`|~-]{0,23} \S.* HTTP\/1\.\d\r?$/;

/** HTTP/1.0 and 1.1; kinds: request, response. */
export const http1: Decoder<'http1'> = {
  protocol: 'http1',
  detect({ up, down, isOver }) {
    // Usually the client speaks first; if it never does, an answer is still plain to see.
    if (up.length === 0) return isOver && latin1(down.subarray(0, 7)) === 'HTTP/1.' ? 'yes' : 'maybe';
    const line = firstLine(up);
    return line === undefined ? 'maybe' : REQUEST_LINE.test(line) ? 'yes' : 'no';
  },
  converse(context) {
    const pending = new Questions<Pending>();
    return { up: requests(context, pending), down: responses(context, pending) };
  },
  answers: ['response'],
  hides: packsSecret,
  follow: followHttp,
  archived: 'exchanges',
};

function* requests(context: DecodeContext, pending: Questions<Pending>): Parse<void> {
  const reader = context.up;
  while (yield* reader.more()) {
    const { time } = reader.begin();
    const head = yield* readHead(reader);
    const [, method = '', target = '', version = ''] = REQUEST.exec(head.line) ?? [];
    if (!method) throw new DecodeError(`not an HTTP request line: ${JSON.stringify(head.line.slice(0, 80))}`);
    const mayLeave = method === 'CONNECT' || fieldOf(head.headers, 'upgrade') !== undefined;
    const request: Pending = {
      exchange: context.nextExchange(),
      method,
      target,
      headers: mayLeave ? head.headers : [],
      startTime: time,
      mayLeave,
    };
    pending.add(request);
    const body = yield* readBody(reader, framingOf(head.headers, false), context.bodyLimit);
    request.endTime = reader.lastTime;
    const detail: HttpRequestDetail = {
      method,
      target,
      url: urlOf(method, target, fieldOf(head.headers, 'host')),
      version: `HTTP/${version}`,
      ...common(head, body),
    };
    const summary = `${method} ${shorten(target, 100)}${sizeOf(body)}`;
    const draft = { kind: 'request', summary, detail, exchange: request.exchange };
    emitWithBody(context, 'up', draft, body, head);
    while (request.mayLeave && !request.answer && !context.isOver) yield 'peer';
    if (request.answer === 'leave') return yield* parked(context);
  }
}

function* responses(context: DecodeContext, pending: Questions<Pending>): Parse<void> {
  const reader = context.down;
  while (yield* reader.more()) {
    const { time } = reader.begin();
    const head = yield* readHead(reader);
    const [, version = '', code = '', reason = ''] = STATUS.exec(head.line) ?? [];
    if (!version) throw new DecodeError(`not an HTTP status line: ${JSON.stringify(head.line.slice(0, 80))}`);
    const status = Number(code);
    const isInterim = status < 200 && status !== 101;
    const request = isInterim ? pending.first : pending.take();
    const next = request && leaving(request, status, head);
    if (request?.mayLeave && !isInterim) {
      request.answer = next ? 'leave' : 'stay';
      if (!next) yield 'turn';
    }
    const isBare = status < 200 || status === 204 || status === 304 || request?.method === 'HEAD' || next;
    const framing = isBare ? ({ by: 'length', length: 0 } as const) : framingOf(head.headers, true);
    const body = yield* readBody(reader, framing, context.bodyLimit);
    const detail: HttpResponseDetail = {
      status,
      reason,
      version: `HTTP/${version}`,
      ...common(head, body),
      ...(request && aboutRequest(request, time, reader.lastTime)),
    };
    const type = fieldOf(head.headers, 'content-type');
    const summary = `${code} ${reason}${type ? ` ${type}` : ''}${sizeOf(body)}`;
    emitWithBody(
      context,
      'down',
      { kind: 'response', summary, detail, exchange: request?.exchange },
      body,
      head,
    );
    if (next) {
      context.switchTo(next);
      return yield* parked(context);
    }
  }
}

const aboutRequest = (request: Pending, firstByte: number, lastByte: number) => ({
  method: request.method,
  target: request.target,
  timing: { requestStart: request.startTime, requestEnd: request.endTime ?? firstByte, firstByte, lastByte },
});

/** What the connection becomes with this answer, if it leaves HTTP/1.1. */
function leaving(request: Pending, status: number, head: Head): Switch | undefined {
  if (request.method === 'CONNECT' && status >= 200 && status < 300) return { to: 'detect' };
  if (status !== 101) return undefined;
  const protocol = (fieldOf(head.headers, 'upgrade') ?? '').toLowerCase();
  if (protocol === 'websocket') {
    return { to: 'websocket', extensions: fieldOf(head.headers, 'sec-websocket-extensions') ?? '' };
  }
  if (protocol === 'h2c') return { to: 'http2', upgraded: upgradedFrom(request) };
  return { to: protocol.startsWith('tls/') ? 'tls' : 'data' };
}

const upgradedFrom = (request: Pending) => ({
  exchange: request.exchange,
  method: request.method,
  target: request.target,
  headers: request.headers,
  startTime: request.startTime,
  endTime: request.endTime ?? request.startTime,
});

/** The fields a request and a response share. */
const common = (head: Head, body: Body) => ({
  headers: head.headers,
  ...(body.trailers && { trailers: body.trailers }),
  headLength: head.length,
  rawLength: body.payload.length,
});

const sizeOf = (body: Body) => (body.payload.length ? `, ${body.payload.length} bytes` : '');

function emitWithBody(
  context: DecodeContext,
  direction: 'up' | 'down',
  draft: Draft,
  body: Body,
  head: Head,
): void {
  const error =
    body.missing && `The capture ends ${body.missing} ${at(direction, context[direction].offset)}.`;
  emitWithContent(context, direction, { ...draft, error }, body.payload, head.headers);
}

function urlOf(method: string, target: string, host: string | undefined): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return target;
  if (method === 'CONNECT') return `//${target}`;
  return `http://${host ?? 'unknown'}${target.startsWith('/') ? target : `/${target}`}`;
}
