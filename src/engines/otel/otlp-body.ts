/** Bodies of OTLP/HTTP, binary and JSON, as the same plain JSON; and the answers to them. */
import { create, type DescMessage, fromBinary, type JsonObject, toBinary, toJson } from '@bufbuild/protobuf';
import { checkFields, fieldsOf } from './otlp-fields.ts';
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

const OPENING = '{'.charCodeAt(0);
const ITEMS = { traces: 'Span', logs: 'LogRecord', metrics: 'Metric' } as const;

/** One span, log record or metric, not looked at yet, with whose it is. `read` throws where it is broken. */
export interface RawItem {
  readonly resource: unknown;
  readonly scope: unknown;
  read(): unknown;
}

/** No sender puts more into one body, or one item. Packed, a million empty ones are as short as one. */
const MOST_ITEMS = 20_000;
const MOST_FIELDS = 40_000;
/** Of JSON, which is read in one go. */
const MOST_OBJECTS = 300_000;

/** The items of a body, as they are asked for. Throws where the body itself cannot be read. */
export function itemsIn(signal: Signal, encoding: Encoding, body: Uint8Array): Iterable<RawItem> {
  return encoding === 'json' ? jsonItems(signal, body) : binaryItems(signal, body);
}

/** To be told of each part, before the first is taken. */
function counter(most: number): () => void {
  let left = most;
  return () => {
    if (--left < 0) throw new Error(`it has more than ${most} parts; send fewer at once`);
  };
}

function* jsonItems(signal: Signal, body: Uint8Array): Generator<RawItem> {
  const names = NAMES[signal];
  const countObject = counter(MOST_OBJECTS);
  for (const byte of body) if (byte === OPENING) countObject();
  const whole: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  if (!isObject(whole)) throw new Error('the body is no JSON object');
  const count = counter(MOST_ITEMS);
  const groups = listIn(whole, names.groups, count);
  const scopes = groups.flatMap((group) =>
    listIn(group, names.scopes, count).map((scope) => ({
      group,
      scope,
      items: listIn(scope, names.items, count),
    })),
  );
  for (const { group, scope, items } of scopes)
    for (const item of items) yield { resource: group.resource, scope: scope.scope, read: () => item };
}

function listIn(
  holder: Readonly<Record<string, unknown>>,
  name: string,
  count: () => void,
): Record<string, unknown>[] {
  const list = holder[name] ?? [];
  if (!Array.isArray(list) || !list.every(isObject)) throw new Error(`${name} is no list of objects`);
  for (const _ of list) count();
  return list;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where each message has its list, for all signals. */
const GROUPS = 1;
const SCOPES = 2;
const ITEMS_OF_SCOPE = 2;

function* binaryItems(signal: Signal, body: Uint8Array): Generator<RawItem> {
  const count = counter(MOST_ITEMS);
  for (const group of fieldsOf(body, GROUPS)) {
    count();
    for (const scope of fieldsOf(group, SCOPES)) {
      count();
      for (const _ of fieldsOf(scope, ITEMS_OF_SCOPE)) count();
    }
  }
  const desc = messageOf(ITEMS[signal]);
  for (const group of fieldsOf(body, GROUPS)) {
    const resource = lazily(() => plain(messageOf('ResourceGroup'), group, 'resource'));
    for (const scoped of fieldsOf(group, SCOPES)) {
      const scope = lazily(() => plain(messageOf('ScopeGroup'), scoped, 'scope'));
      for (const bytes of fieldsOf(scoped, ITEMS_OF_SCOPE))
        yield {
          get resource() {
            return resource();
          },
          get scope() {
            return scope();
          },
          read: () => withHexIds(toJson(desc, decoded(desc, bytes))),
        };
    }
  }
}

function decoded(desc: DescMessage, bytes: Uint8Array) {
  checkFields(desc, bytes, MOST_FIELDS);
  return fromBinary(desc, bytes);
}

/** One small field of a message whose large ones are not wanted as JSON. */
function plain(desc: DescMessage, bytes: Uint8Array, field: string): unknown {
  const message = decoded(desc, bytes) as unknown as Record<string, unknown>;
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
