import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CallerName } from '../kernel/owner.ts';
import type { Refusal } from './http-answer.ts';
import { readBody } from './http-body.ts';
import type { HttpRoute } from './http-routes.ts';

const SIGNALS = ['traces', 'logs', 'metrics'] as const;
type Signal = (typeof SIGNALS)[number];

const ENCODINGS = { 'application/json': 'json', 'application/x-protobuf': 'protobuf' } as const;
type ContentType = keyof typeof ENCODINGS;

export interface OtlpBody {
  readonly signal: Signal;
  readonly encoding: (typeof ENCODINGS)[ContentType];
  /** No longer compressed. */
  readonly bytes: Uint8Array;
  readonly caller: CallerName;
}

interface OtlpAnswer {
  readonly status: number;
  readonly body: Uint8Array | string;
}

/** Who understands what is sent. */
export interface OtlpTaker {
  /** Takes a body, and answers in its encoding. */
  take(body: OtlpBody): Promise<OtlpAnswer>;
  /** That nothing was taken, and why, as the specification wants it: a google.rpc.Status in that encoding. */
  notTaken(encoding: OtlpBody['encoding'], status: number, message: string): Promise<OtlpAnswer>;
}

/** As sent, and as unpacked: what takes longer to read would hold up others. */
const MOST_BYTES = 4 * 1024 * 1024;
/** More bodies of one caller than that at once wait at their senders, who are told when to come again. */
const MOST_AT_ONCE = 8;
const RETRY_SECONDS = 1;

/** Where services send what they tell by OpenTelemetry: `OTEL_EXPORTER_OTLP_ENDPOINT` is the server's own address. */
export function otlpRoutes(taker: OtlpTaker): HttpRoute[] {
  const inHand = new Map<CallerName, number>();
  const count = (caller: CallerName, more: number) => {
    const now = (inHand.get(caller) ?? 0) + more;
    if (now > 0) inHand.set(caller, now);
    else inHand.delete(caller);
    return now;
  };
  const refuse = async (
    request: IncomingMessage,
    response: ServerResponse,
    { status, message, headers }: Refusal,
  ): Promise<void> => {
    const type = contentType(request) ?? 'application/json';
    send(response, type, await taker.notTaken(ENCODINGS[type], status, message), headers);
  };
  const handle = async (
    signal: Signal,
    request: IncomingMessage,
    response: ServerResponse,
    caller: CallerName,
  ): Promise<void> => {
    const sayNo = (refusal: Refusal) => refuse(request, response, refusal);
    if (count(caller, 0) >= MOST_AT_ONCE) {
      const headers = { 'Retry-After': String(RETRY_SECONDS) };
      return sayNo({ status: 429, message: 'Too much at once; send it again a little later.', headers });
    }
    count(caller, 1);
    try {
      const type = contentType(request);
      if (!type) {
        const message = `Unsupported media type: it takes ${Object.keys(ENCODINGS).join(' and ')}.`;
        return await sayNo({ status: 415, message });
      }
      const bytes = await unpacked(request, response, sayNo);
      if (bytes) send(response, type, await taker.take({ signal, encoding: ENCODINGS[type], bytes, caller }));
    } finally {
      count(caller, -1);
    }
  };
  return SIGNALS.map((signal) => ({
    method: 'POST',
    path: `/v1/${signal}`,
    needsKey: true,
    ownUserNeedsNone: true,
    refuse,
    handle: (request, response, _, caller) => handle(signal, request, response, caller),
  }));
}

function send(
  response: ServerResponse,
  type: ContentType,
  { status, body }: OtlpAnswer,
  headers: Refusal['headers'] = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes);
}

function contentType({ headers }: IncomingMessage): ContentType | undefined {
  const named = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return named in ENCODINGS ? (named as ContentType) : undefined;
}

const gunzipped = promisify(gunzip);

/** The body; undefined when the request has been answered already or its sender is gone. */
async function unpacked(
  request: IncomingMessage,
  response: ServerResponse,
  sayNo: (refusal: Refusal) => Promise<void>,
): Promise<Buffer | undefined> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'gzip' && encoding !== 'identity') {
    const message = `Unsupported content encoding "${encoding.slice(0, 40)}": it takes gzip, or none.`;
    await sayNo({ status: 415, message });
    return undefined;
  }
  const body = await readBody(request, response, MOST_BYTES, sayNo);
  if (!body || encoding === 'identity') return body;
  try {
    return await gunzipped(body, { maxOutputLength: MOST_BYTES });
  } catch (thrown) {
    const isTooLarge = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE';
    const message = isTooLarge
      ? `The body has more than ${MOST_BYTES} bytes when it is unpacked; send fewer items at once.`
      : 'The body is no gzip.';
    await sayNo({ status: isTooLarge ? 413 : 400, message });
    return undefined;
  }
}
