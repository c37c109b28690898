/** Bodies of OTLP/HTTP, binary and JSON, as the same plain JSON; and the answers to them. */
import { create, type DescMessage, fromBinary, type JsonObject, toBinary, toJson } from '@bufbuild/protobuf';
import { messageOf } from './otlp-messages.ts';

export type Signal = 'traces' | 'logs' | 'metrics';
export type Encoding = 'json' | 'protobuf';

/** What the JSON of each signal calls its parts. */
const NAMES = {
  traces: { groups: 'resourceSpans', scopes: 'scopeSpans', items: 'spans', rejected: 'rejectedSpans' },
  logs: {
    groups: 'resourceLogs',
    scopes: 'scopeLogs',
    items: 'logRecords',
    rejected: 'rejectedLogRecords',
  },
  metrics: {
    groups: 'resourceMetrics',
    scopes: 'scopeMetrics',
    items: 'metrics',
    rejected: 'rejectedDataPoints',
  },
} as const;

const ITEMS = { traces: 'Span', logs: 'LogRecord', metrics: 'Metric' } as const;

/** One span, log record or metric, not looked at yet, with whose it is. `read` throws where it is broken. */
export interface RawItem {
  readonly resource: unknown;
  readonly scope: unknown;
  read(): unknown;
}

/** The items of a body, as they are asked for. Throws where the body itself cannot be read. */
export function itemsIn(signal: Signal, encoding: Encoding, body: Uint8Array): Iterable<RawItem> {
  return encoding === 'json' ? jsonItems(signal, body) : binaryItems(signal, body);
}

function* jsonItems(signal: Signal, body: Uint8Array): Generator<RawItem> {
  const names = NAMES[signal];
  const whole: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  if (!isObject(whole)) throw new Error('the body is no JSON object');
  for (const group of listIn(whole, names.groups))
    for (const scope of listIn(group, names.scopes))
      for (const item of listIn(scope, names.items))
        yield { resource: group.resource, scope: scope.scope, read: () => item };
}

function listIn(holder: Readonly<Record<string, unknown>>, name: string): Record<string, unknown>[] {
  const list = holder[name] ?? [];
  if (!Array.isArray(list) || !list.every(isObject)) throw new Error(`${name} is no list of objects`);
  return list;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* binaryItems(signal: Signal, body: Uint8Array): Generator<RawItem> {
  for (const groupBytes of bytesIn(messageOf('Request'), body, 'resourceGroups')) {
    const resource = lazily(() => plain(messageOf('ResourceGroup'), groupBytes, 'resource'));
    for (const scopeBytes of bytesIn(messageOf('ResourceGroup'), groupBytes, 'scopeGroups')) {
      const scope = lazily(() => plain(messageOf('ScopeGroup'), scopeBytes, 'scope'));
      for (const bytes of bytesIn(messageOf('ScopeGroup'), scopeBytes, 'items'))
        yield {
          get resource() {
            return resource();
          },
          get scope() {
            return scope();
          },
          read: () =>
            withHexIds(toJson(messageOf(ITEMS[signal]), fromBinary(messageOf(ITEMS[signal]), bytes))),
        };
    }
  }
}

function bytesIn(desc: DescMessage, bytes: Uint8Array, field: string): Uint8Array[] {
  const message = fromBinary(desc, bytes) as unknown as Record<string, Uint8Array[] | undefined>;
  return message[field] ?? [];
}

/** One small field of a message whose large ones are not wanted as JSON. */
function plain(desc: DescMessage, bytes: Uint8Array, field: string): unknown {
  const message = fromBinary(desc, bytes) as unknown as Record<string, unknown>;
  const part = desc.fields.find(({ localName }) => localName === field);
  const value = message[field];
  if (!value || part?.fieldKind !== 'message') return undefined;
  return toJson(part.message, value as Parameters<typeof toJson>[1]);
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const IDS = ['traceId', 'spanId', 'parentSpanId'];

/** Protobuf's own JSON has bytes in base64, that of OTLP has ids in hex. */
function withHexIds(item: unknown): unknown {
  if (!isObject(item)) return item;
  const hex = Object.fromEntries(
    IDS.filter((name) => typeof item[name] === 'string').map((name) => [
      name,
      Buffer.from(String(item[name]), 'base64').toString('hex'),
    ]),
  );
  return { ...item, ...hex, ...(Array.isArray(item.links) && { links: item.links.map(withHexIds) }) };
}

export interface OtlpAnswer {
  readonly status: number;
  readonly body: Uint8Array | string;
}

/** All was taken, or all but so many. */
export function taken(signal: Signal, encoding: Encoding, rejected: number, why: string): OtlpAnswer {
  const isWhole = rejected === 0;
  if (encoding === 'json') {
    const partialSuccess = { [NAMES[signal].rejected]: String(rejected), errorMessage: why };
    return { status: 200, body: JSON.stringify(isWhole ? {} : { partialSuccess }) };
  }
  const desc = messageOf('Response');
  const partialSuccess = { rejected: BigInt(rejected), errorMessage: why };
  const message = create(desc, (isWhole ? {} : { partialSuccess }) as never);
  return { status: 200, body: toBinary(desc, message) };
}

/** Codes of google.rpc, by HTTP's. */
const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
const RESOURCE_EXHAUSTED = 8;
const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;
const UNKNOWN = 2;
const CODES: Readonly<Record<number, number>> = {
  400: INVALID_ARGUMENT,
  401: UNAUTHENTICATED,
  403: PERMISSION_DENIED,
  405: UNIMPLEMENTED,
  413: RESOURCE_EXHAUSTED,
  415: INVALID_ARGUMENT,
  429: RESOURCE_EXHAUSTED,
};

/** Nothing was taken: a google.rpc.Status says why. */
export function notTaken(encoding: Encoding, status: number, message: string): OtlpAnswer {
  const failure: JsonObject = { code: CODES[status] ?? UNKNOWN, message };
  if (encoding === 'json') return { status, body: JSON.stringify(failure) };
  const desc = messageOf('Failure');
  return { status, body: toBinary(desc, create(desc, failure as never)) };
}
