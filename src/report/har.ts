/** HTTP Archive 1.2, from exchanges of the wire or of the browser. */
import { base64 } from '../kernel/content.ts';

export type HarHeaders = readonly (readonly [name: string, value: string])[];

export interface HarRequestInput {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** As in HTTP/1.1 or HTTP/2. */
  readonly httpVersion: string;
  readonly headers: HarHeaders;
  /** Bytes of start line and fields on the wire; unknown if left out. */
  readonly headersSize?: number;
  /** Bytes of the payload as it was sent; unknown if left out. */
  readonly bodySize?: number;
  readonly body?: Uint8Array;
}

export interface HarResponseInput {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: HarHeaders;
  readonly headersSize?: number;
  /** Bytes of the payload on the wire, before decompression. */
  readonly bodySize?: number;
  /** Bytes of the payload after decompression; default: the length of `body`. */
  readonly contentSize?: number;
  readonly body?: Uint8Array;
  /** The body was cut; said in the content's comment. */
  readonly cut?: boolean;
  /** Why there is no body, for the same place. */
  readonly note?: string;
  /** Where the headers do not tell them. */
  readonly cookies?: readonly HarCookie[];
  /** Of headers and body on the wire; 0 where it came from a cache. */
  readonly transferSize?: number;
}

/** A cookie that an answer sets. */
export interface HarCookie {
  readonly name: string;
  readonly value: string;
  readonly path?: string;
  readonly domain?: string;
  readonly expires?: string;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
  readonly sameSite?: string;
}

export interface HarWebSocketMessage {
  /** Microseconds since the epoch. */
  readonly time: number;
  readonly type: 'send' | 'receive';
  readonly opcode: number;
  readonly data: Uint8Array;
}

export interface HarExchange {
  /** Microseconds since the epoch. */
  readonly startedAt: number;
  readonly request: HarRequestInput;
  /** Left out when no answer came. */
  readonly response?: HarResponseInput;
  readonly timings: HarTimings;
  readonly connection?: string;
  readonly error?: string;
  readonly webSocketMessages?: readonly HarWebSocketMessage[];
  /** The page, by its id, that it belongs to. */
  readonly page?: string;
  /** Without its port. */
  readonly serverAddress?: string;
  /** What a browser knows besides, under the names that Chrome gives it. */
  readonly ofBrowser?: {
    readonly _resourceType?: string;
    readonly _priority?: string;
    readonly _initiator?: Json;
    readonly _fromCache?: string;
  };
}

/** Milliseconds; what does not apply is left out. `ssl` is a part of `connect`. */
export interface HarTimings {
  readonly blocked?: number;
  readonly dns?: number;
  readonly connect?: number;
  readonly ssl?: number;
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
}

/** One load of a page. */
export interface HarPage {
  readonly id: string;
  /** Microseconds since the epoch. */
  readonly startedAt: number;
  readonly title: string;
  /** Milliseconds after the beginning, where known. */
  readonly onContentLoad?: number | undefined;
  readonly onLoad?: number | undefined;
}

/** What JSON leaves out because it is undefined is not there. */
type Json = Record<string, unknown>;

/** The archive as text, entry by entry, so that it never has to be in memory as a whole. */
export async function* harPieces(
  creator: { readonly name: string; readonly version: string },
  exchanges: Iterable<HarExchange> | AsyncIterable<HarExchange>,
  /** What becomes of an entry before it is written, such as the hiding of secrets. */
  change: (entry: Json) => unknown = (entry) => entry,
  pages?: readonly HarPage[],
): AsyncGenerator<string, void, undefined> {
  const before = JSON.stringify({ version: '1.2', creator, pages: pages?.map(harPage).map(change) });
  yield `{"log":${before.slice(0, -1)},"entries":[`;
  let first = true;
  for await (const exchange of exchanges) {
    yield `${first ? '\n' : ',\n'}${JSON.stringify(change(harEntry(exchange)))}`;
    first = false;
  }
  yield '\n]}}\n';
}

const harPage = ({ id, startedAt, title, onContentLoad = -1, onLoad = -1 }: HarPage): Json => ({
  startedDateTime: isoMillis(startedAt),
  id,
  title,
  pageTimings: { onContentLoad, onLoad },
});

const PHASES = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive', 'ssl'] as const;

function harEntry(exchange: HarExchange): Json {
  // -1: does not apply.
  const timings = Object.fromEntries(
    PHASES.map((phase) => {
      const ms = exchange.timings[phase];
      return [phase, ms === undefined ? -1 : round(Math.max(0, ms))];
    }),
  ) as Record<(typeof PHASES)[number], number>;
  const { ssl: _within, ...phases } = timings;
  const { webSocketMessages: messages, page, serverAddress, ofBrowser } = exchange;
  return {
    pageref: page,
    startedDateTime: isoMillis(exchange.startedAt),
    time: round(Object.values(phases).reduce((sum, ms) => sum + Math.max(0, ms), 0)),
    request: harRequest(exchange.request),
    response: harResponse(exchange.response, exchange.error),
    cache: {},
    timings,
    serverIPAddress: serverAddress,
    connection: exchange.connection,
    ...ofBrowser,
    ...(messages && { _resourceType: 'websocket', _webSocketMessages: messages.map(webSocketMessage) }),
  };
}

function harRequest(request: HarRequestInput): Json {
  const body = request.body?.length
    ? postData(request.body, headerOf(request.headers, 'content-type'))
    : undefined;
  return {
    method: request.method,
    url: request.url,
    httpVersion: request.httpVersion,
    cookies: headersOf(request.headers, 'cookie').flatMap(requestCookies),
    headers: nameValues(request.headers),
    queryString: queryOf(request.url),
    postData: body,
    headersSize: request.headersSize ?? -1,
    bodySize: request.bodySize ?? request.body?.length ?? -1,
  };
}

/** A request without an answer has status 0, as browsers write it. */
function harResponse(response: HarResponseInput | undefined, error: string | undefined): Json {
  const headers = response?.headers ?? [];
  const size = response?.contentSize ?? response?.body?.length ?? 0;
  const compression =
    response?.bodySize === undefined || response.bodySize < 0 ? 0 : size - response.bodySize;
  return {
    status: response?.status ?? 0,
    statusText: response?.statusText ?? '',
    httpVersion: response?.httpVersion ?? '',
    cookies: response?.cookies ?? headersOf(headers, 'set-cookie').map(responseCookie),
    headers: nameValues(headers),
    content: {
      size,
      compression: compression > 0 ? compression : undefined,
      mimeType: headerOf(headers, 'content-type') ?? (response ? 'application/octet-stream' : 'x-unknown'),
      ...(response?.body && content(response.body)),
      comment: response?.cut ? `cut after ${response.body?.length ?? 0} bytes` : response?.note,
    },
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: response?.headersSize ?? -1,
    bodySize: response?.bodySize ?? response?.body?.length ?? -1,
    _transferSize: response?.transferSize,
    _error: error,
  };
}

function content(body: Uint8Array): Json {
  const text = asText(body);
  return text === undefined ? { text: base64(body), encoding: 'base64' } : { text };
}

/** HAR 1.2 has no encoding in postData; a comment says it, and `_encoding` for programs. */
function postData(body: Uint8Array, type = 'application/octet-stream'): Json {
  const text = asText(body);
  const base = { mimeType: type };
  if (text === undefined)
    return { ...base, params: [], text: base64(body), comment: 'text is base64', _encoding: 'base64' };
  const isForm = type.toLowerCase().startsWith('application/x-www-form-urlencoded');
  const params = isForm ? Array.from(new URLSearchParams(text), ([name, value]) => ({ name, value })) : [];
  return { ...base, params, text };
}

function webSocketMessage(message: HarWebSocketMessage): Json {
  const text = message.opcode === 1 ? asText(message.data) : undefined;
  const data = text ?? base64(message.data);
  return { type: message.type, time: message.time / 1e6, opcode: message.opcode, data };
}

function requestCookies(value: string): Json[] {
  return value.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
  });
}

function responseCookie(value: string): Json {
  const [pair = '', ...attributes] = value.split(';');
  const at = pair.indexOf('=');
  const cookie: Json = { name: pair.slice(0, Math.max(0, at)).trim(), value: pair.slice(at + 1).trim() };
  for (const attribute of attributes) {
    const [name = '', ...rest] = attribute.trim().split('=');
    const text = rest.join('=');
    const key = name.toLowerCase();
    if (key === 'path' || key === 'domain') cookie[key] = text;
    else if (key === 'httponly') cookie.httpOnly = true;
    else if (key === 'secure') cookie.secure = true;
    else if (key === 'samesite') cookie.sameSite = text;
    else if (key === 'expires' && !Number.isNaN(Date.parse(text)))
      cookie.expires = new Date(text).toISOString();
  }
  return cookie;
}

function queryOf(url: string): Json[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const query = url.slice(start + 1).replace(/#.*$/s, '');
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }));
}

const nameValues = (headers: HarHeaders) => headers.map(([name, value]) => ({ name, value }));

const headersOf = (headers: HarHeaders, name: string) =>
  headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);

const headerOf = (headers: HarHeaders, name: string): string | undefined => headersOf(headers, name)[0];

const isoMillis = (micros: number) => new Date(micros / 1000).toISOString();
const round = (millis: number) => Math.round(millis * 1000) / 1000;

/** The bytes as text if they are UTF-8 without control characters that text never has. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from binary
    return /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? undefined : text;
  } catch {
    return undefined; // not UTF-8
  }
}
