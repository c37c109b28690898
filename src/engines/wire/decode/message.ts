import type { Direction } from './chunk.ts';

export const PROTOCOLS = ['http1', 'http2', 'websocket', 'tls', 'redis', 'postgres', 'data'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Protocol-specific fields; JSON as it stands. */
export type Detail = Readonly<Record<string, unknown>>;

/**
 * One thing that one side said. All but `body` is JSON. Kinds by protocol:
 * - http1: request, response
 * - http2: request, response (put together from the frames), and each frame: preface, headers, data, settings,
 *   rst-stream, goaway, ping, window-update, push-promise, priority
 * - websocket: text, binary, ping, pong, close
 * - tls: client-hello, server-hello, handshake, encrypted-handshake, change-cipher-spec, alert, encrypted-alert,
 *   heartbeat, application-data
 * - redis: command, reply, error-reply, push
 * - postgres: startup, ssl-request, gss-request, encryption, cancel, authentication, password, parameter,
 *   backend-key, query, parse, bind, describe, execute, close, sync, flush, function-call, terminate,
 *   row-description, rows, complete, suspended, ready, error-response, notice, notification, copy-in, copy-out,
 *   copy-both, copy-data, copy-done, copy-fail, and the …-complete answers
 * - data: data
 * - all: error (not readable from there on), incomplete (the capture ends inside it)
 */
export interface Message<D extends Detail = Detail> {
  readonly protocol: Protocol;
  readonly direction: Direction;
  /** When its first byte passed, in microseconds since the epoch. */
  readonly time: number;
  /** When its last byte passed, if that was later. */
  readonly endTime?: number;
  /** Where it starts in the stream of its direction. */
  readonly offset: number;
  /** How many bytes it took on the wire, with all framing. */
  readonly length: number;
  readonly kind: string;
  /** One line for a list. */
  readonly summary: string;
  readonly detail: D;
  /** Messages with the same number belong together: a request and its response, a query and its rows. */
  readonly exchange?: number;
  /** The payload, decompressed, cut at the body limit. */
  readonly body?: Uint8Array;
  /** How long the payload really is; larger than `body` where that was cut. */
  readonly bodyLength?: number;
  /** What is wrong with it, and where. */
  readonly error?: string;
}

export interface DecodeOptions {
  /** Takes the flow for this protocol instead of looking at its first bytes. */
  readonly protocol?: Protocol;
  /** Stops after so many messages. */
  readonly limit?: number;
  /** Bodies are cut here; default 1 MiB. */
  readonly bodyLimit?: number;
  /** Undoes the content codings of HTTP bodies; default true. */
  readonly decompress?: boolean;
}

export const DEFAULT_BODY_LIMIT = 1 << 20;

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Kind "request" of http1 and http2. */
export type HttpRequestDetail = {
  readonly method: string;
  /** As sent: a path, an absolute URL, host:port for CONNECT, or "*". */
  readonly target: string;
  /** Absolute as far as it is known; the host comes from the Host header or :authority. */
  readonly url: string;
  readonly version: string;
  readonly headers: HeaderList;
  readonly trailers?: HeaderList;
  /** Bytes of the start line and the fields on the wire. */
  readonly headLength: number;
  /** Bytes of the payload before decompression, without chunk framing. */
  readonly rawLength: number;
  /** Content codings that were undone for the body, in the order of the header field. */
  readonly decoded?: readonly string[];
  readonly stream?: number;
};

/** Kind "response" of http1 and http2. */
export type HttpResponseDetail = {
  readonly status: number;
  readonly reason: string;
  readonly version: string;
  readonly headers: HeaderList;
  readonly trailers?: HeaderList;
  readonly headLength: number;
  readonly rawLength: number;
  readonly decoded?: readonly string[];
  readonly stream?: number;
  /** Method and target of the request it answers, if that was seen. */
  readonly method?: string;
  readonly target?: string;
  readonly timing?: HttpTiming;
};

/** Microseconds. Absolute, so that they can be laid beside anything else in the record. */
export type HttpTiming = {
  readonly requestStart: number;
  readonly requestEnd: number;
  readonly firstByte: number;
  readonly lastByte: number;
};

/** Kinds "text", "binary", "ping", "pong", "close" of websocket; `body` is the unmasked, inflated payload. */
export type WebSocketDetail = {
  readonly opcode: number;
  readonly frames: number;
  readonly masked: boolean;
  readonly compressed: boolean;
  readonly rawLength: number;
  readonly code?: number;
  readonly reason?: string;
};

export const isHttpRequest = (message: Message): message is Message<HttpRequestDetail> =>
  message.kind === 'request' && (message.protocol === 'http1' || message.protocol === 'http2');

export const isHttpResponse = (message: Message): message is Message<HttpResponseDetail> =>
  message.kind === 'response' && (message.protocol === 'http1' || message.protocol === 'http2');

export const isWebSocket = (message: Message): message is Message<WebSocketDetail> =>
  message.protocol === 'websocket' && 'opcode' in message.detail;
