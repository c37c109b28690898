import type { Direction } from '../chunk.ts';
import { at, type DecodeContext, type Span, spanOf, type UpgradedRequest } from '../decoder.ts';
import { emitWithContent, fieldOf, type HttpRequestDetail, type HttpResponseDetail } from '../http.ts';
import { Payload } from '../payload.ts';
import { shorten } from '../show-text.ts';
import type { Field } from './hpack.ts';

/** Bodies of all open streams together keep at most so much; those that come later are cut. */
const BUDGET = 64 << 20;

/** Streams that are followed at the same time; the oldest is given up first. */
const STREAM_LIMIT = 10_000;

/** What one side said on a stream. */
interface Side {
  readonly direction: Direction;
  readonly offset: number;
  readonly time: number;
  endTime: number;
  headers: readonly Field[];
  trailers?: readonly Field[];
  headLength: number;
  length: number;
  readonly payload: Payload;
}

interface Exchange {
  readonly number: number;
  request?: Side;
  response?: Side;
  /** Kept after the request was told, for the answer. */
  asked?: { method: string; target: string; startTime: number; endTime?: number };
  isRequestDone: boolean;
  isResponseDone: boolean;
}

/** Puts the frames of each stream together to requests and responses. */
export class Http2Streams {
  readonly #context: DecodeContext;
  readonly #open = new Map<number, Exchange>();
  #kept = 0;

  constructor(context: DecodeContext, upgraded: UpgradedRequest | undefined) {
    this.#context = context;
    if (!upgraded) return;
    const { exchange: number, method, target, startTime, endTime } = upgraded;
    const asked = { method, target, startTime, endTime };
    this.#open.set(1, { number, asked, isRequestDone: true, isResponseDone: false });
  }

  exchangeOf(stream: number): number | undefined {
    return this.#open.get(stream)?.number;
  }

  headers(
    stream: number,
    direction: Direction,
    fields: readonly Field[],
    span: Required<Span>,
    isPushed = false,
  ): void {
    const exchange = this.#exchange(stream);
    const key = isPushed || direction === 'up' ? 'request' : 'response';
    const side = exchange[key];
    if (side) {
      grow(side, span);
      side.trailers = fields;
      return;
    }
    const fresh: Side = {
      direction,
      offset: span.offset,
      time: span.time,
      endTime: span.endTime,
      headers: fields,
      headLength: span.length,
      length: span.length,
      payload: new Payload(Math.max(0, Math.min(this.#context.bodyLimit, BUDGET - this.#kept))),
    };
    if (key === 'response' && /^1\d\d$/.test(pseudo(fields, ':status') ?? '')) {
      this.#tellResponse(stream, exchange, fresh, undefined);
      return;
    }
    exchange[key] = fresh;
    if (key !== 'request') return;
    const target = pseudo(fields, ':path') ?? pseudo(fields, ':authority') ?? '';
    exchange.asked = { method: pseudo(fields, ':method') ?? '', target, startTime: span.time };
  }

  /** The sink for the bytes of a DATA frame. */
  data(stream: number, direction: Direction): (bytes: Uint8Array) => void {
    const side = this.#side(stream, direction);
    return (bytes) => {
      if (!side) return;
      const before = side.payload.kept;
      side.payload.add(bytes);
      this.#kept += side.payload.kept - before;
    };
  }

  dataEnd(stream: number, direction: Direction, span: Required<Span>): void {
    const side = this.#side(stream, direction);
    if (side) grow(side, span);
  }

  /** One side has said all it has to say. */
  endSide(stream: number, direction: Direction, isPushed = false, error?: string): void {
    const exchange = this.#open.get(stream);
    if (!exchange) return;
    if (isPushed || direction === 'up') this.#tellRequest(stream, exchange, error);
    else if (exchange.response) this.#tellResponse(stream, exchange, exchange.response, error);
    if (exchange.isRequestDone && exchange.isResponseDone) this.#open.delete(stream);
  }

  /** The stream was broken off: tells what there was. */
  reset(stream: number, error: string): void {
    const exchange = this.#open.get(stream);
    if (!exchange) return;
    if (exchange.request && !exchange.isRequestDone) this.#tellRequest(stream, exchange, error);
    if (exchange.response && !exchange.isResponseDone)
      this.#tellResponse(stream, exchange, exchange.response, error);
    this.#open.delete(stream);
  }

  /** The capture of a direction is over: tells what it had begun to say. */
  flush(direction: Direction): void {
    const error = `The capture ends inside stream`;
    for (const [stream, exchange] of [...this.#open]) {
      const where = `${error} ${stream} ${at(direction, this.#context[direction].offset)}.`;
      const { request, response } = exchange;
      if (request?.direction === direction && !exchange.isRequestDone)
        this.#tellRequest(stream, exchange, where);
      if (response?.direction === direction && !exchange.isResponseDone) {
        this.#tellResponse(stream, exchange, response, where);
      }
    }
  }

  #exchange(stream: number): Exchange {
    const known = this.#open.get(stream);
    if (known) return known;
    const fresh = { number: this.#context.nextExchange(), isRequestDone: false, isResponseDone: false };
    this.#open.set(stream, fresh);
    const [oldest] = this.#open.keys();
    if (this.#open.size > STREAM_LIMIT && oldest !== undefined) {
      this.reset(oldest, `Stream ${oldest} was given up: more than ${STREAM_LIMIT} are open.`);
    }
    return fresh;
  }

  #side(stream: number, direction: Direction): Side | undefined {
    const exchange = this.#open.get(stream);
    return direction === 'up' ? exchange?.request : exchange?.response;
  }

  #tellRequest(stream: number, exchange: Exchange, error: string | undefined): void {
    const side = exchange.request;
    exchange.isRequestDone = true;
    if (!side) return;
    const { method = '', target = '' } = exchange.asked ?? {};
    if (exchange.asked) exchange.asked.endTime = side.endTime;
    const authority = pseudo(side.headers, ':authority') ?? fieldOf(side.headers, 'host') ?? 'unknown';
    const path = pseudo(side.headers, ':path') ?? '';
    const detail: HttpRequestDetail = {
      method,
      target,
      url: `${pseudo(side.headers, ':scheme') ?? 'http'}://${authority}${path}`,
      version: 'HTTP/2',
      ...common(stream, side),
    };
    const summary = `${method} ${shorten(target, 100)}${sizeOf(side)} (stream ${stream})`;
    this.#tell('request', summary, detail, exchange.number, side, error);
    delete exchange.request;
  }

  #tellResponse(stream: number, exchange: Exchange, side: Side, error: string | undefined): void {
    const code = pseudo(side.headers, ':status') ?? '0';
    const isInterim = code.startsWith('1');
    if (!isInterim) exchange.isResponseDone = true;
    const { asked } = exchange;
    const timing = asked && {
      requestStart: asked.startTime,
      requestEnd: asked.endTime ?? side.time,
      firstByte: side.time,
      lastByte: side.endTime,
    };
    const detail: HttpResponseDetail = {
      status: Number(code),
      reason: '',
      version: 'HTTP/2',
      ...common(stream, side),
      ...(asked && { method: asked.method, target: asked.target, timing }),
    };
    const type = fieldOf(side.headers, 'content-type');
    const summary = `${code}${type ? ` ${type}` : ''}${sizeOf(side)} (stream ${stream})`;
    this.#tell('response', summary, detail, exchange.number, side, error);
    if (!isInterim) delete exchange.response;
  }

  #tell(
    kind: string,
    summary: string,
    detail: HttpRequestDetail | HttpResponseDetail,
    exchange: number,
    side: Side,
    error: string | undefined,
  ): void {
    const { payload } = side;
    this.#kept -= payload.kept;
    emitWithContent(
      this.#context,
      side.direction,
      { kind, summary, detail, exchange, error, span: spanOf(side) },
      payload,
      side.headers,
    );
  }
}

function grow(side: Side, span: Required<Span>): void {
  side.endTime = span.endTime;
  side.length += span.length;
}

/** Pseudo-fields are told apart from the real ones only by their colon; both are kept, in order. */
const common = (stream: number, side: Side) => ({
  headers: side.headers,
  ...(side.trailers && { trailers: side.trailers }),
  headLength: side.headLength,
  rawLength: side.payload.length,
  stream,
});

const pseudo = (fields: readonly Field[], name: string) => fields.find(([key]) => key === name)?.[1];

const sizeOf = (side: Side) => (side.payload.length ? `, ${side.payload.length} bytes` : '');
