/** Spans, log records and metrics of OTLP's JSON, as the record keeps them. */
import { z } from 'zod';
import type { Attributes, MetricData, ServiceLogData, SpanData } from '../../contract/service-data.ts';
import { cut } from '../../kernel/cut.ts';

/** So much of one text, one list, one nest, and of an item's attributes is kept. */
const MOST_TEXT = 8000;
const MOST_ATTRIBUTES = 128;
const MOST_LIST = 100;
const MOST_DEPTH = 8;
const MOST_POINTS = 50;

const words = z.string().transform((text) => cut(text, MOST_TEXT));
const name = z
  .string()
  .max(100_000)
  .default('')
  .transform((text) => cut(text, 500));
const hex = (length: number) =>
  z
    .string()
    .regex(/^[0-9a-fA-F]*$/, 'hex digits are expected')
    .length(length, `${length} hex digits are expected`)
    .refine((id) => !/^0+$/.test(id), 'all zeros are no id')
    .transform((id) => id.toLowerCase());
const traceId = hex(32);
const spanId = hex(16);
/** Left out, empty and zeros all mean that there is none. */
const maybe = <T extends z.ZodType>(id: T) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^0*$/.test(given) ? undefined : given),
    id.optional(),
  );
/** Nanoseconds, as text or number, to microseconds. */
const moment = z
  .union([z.string().regex(/^\d{1,20}$/), z.number().int().nonnegative()])
  .default(0)
  .transform((nanos) => Number(BigInt(nanos) / 1000n));
const number = z.union([z.number(), z.string().regex(/^[-+\d.eE]+$|^-?Infinity$|^NaN$/)]).transform(Number);
/** JSON writers that are not ours may name an enum. */
const code = z.union([z.int(), z.string()]).default(0);

/** What is left out is not looked at either. */
const listOf = <T extends z.ZodType>(one: T, most: number) =>
  z.preprocess((given) => (Array.isArray(given) ? given.slice(0, most) : given), z.array(one).default([]));
const pairs = listOf(z.object({ key: z.string(), value: z.unknown().optional() }), MOST_ATTRIBUTES).transform(
  (list) => attributesOf(list),
);
const resource = z.object({ attributes: pairs }).optional();
const scope = z.object({ name }).optional();

function attributesOf(list: readonly { key: string; value?: unknown }[], depth = 0): Attributes {
  const kept = list
    .slice(0, MOST_ATTRIBUTES)
    .map(({ key, value }) => [cut(key, 200), anyValue(value, depth)]);
  return Object.fromEntries(kept);
}

/** An AnyValue as plain JSON. */
function anyValue(given: unknown, depth = 0): unknown {
  if (typeof given !== 'object' || given === null) return null;
  if (depth > MOST_DEPTH) return '(nested too deeply)';
  const any = given as Record<string, unknown>;
  if (typeof any.stringValue === 'string') return cut(any.stringValue, MOST_TEXT);
  if (any.boolValue !== undefined) return any.boolValue === true;
  if (any.intValue !== undefined) return wholeNumber(any.intValue);
  if (any.doubleValue !== undefined) return finite(Number(any.doubleValue));
  if (typeof any.bytesValue === 'string') return `(${Math.floor((any.bytesValue.length * 3) / 4)} bytes)`;
  const nested = (any.arrayValue ?? any.kvlistValue) as { values?: unknown } | undefined;
  const values = Array.isArray(nested?.values) ? nested.values : [];
  if (any.arrayValue !== undefined) return values.slice(0, MOST_LIST).map((one) => anyValue(one, depth + 1));
  if (any.kvlistValue === undefined) return null;
  const pairsOf = values.filter((one) => typeof one?.key === 'string');
  return attributesOf(pairsOf, depth + 1);
}

function wholeNumber(given: unknown): number | string {
  const value = Number(given);
  return Number.isSafeInteger(value) ? value : cut(String(given), 40);
}
const finite = (value: number) => (Number.isFinite(value) ? value : String(value));

/** Whose it is. */
export function ownerOf(item: { resource: unknown; scope: unknown }) {
  const attributes = resource.parse(item.resource)?.attributes ?? {};
  const named = attributes['service.name'];
  const told = scope.parse(item.scope ?? undefined)?.name;
  return {
    service: typeof named === 'string' && named !== '' ? named : 'unknown_service',
    ...(told && { scope: told }),
  };
}

export type Owner = ReturnType<typeof ownerOf>;

/** Something of a service, and when it was. */
export interface Read<Data> {
  readonly time: number;
  readonly data: Data;
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const ERROR = [2, 'STATUS_CODE_ERROR'];

const span = z.object({
  traceId,
  spanId,
  parentSpanId: maybe(spanId),
  name,
  kind: code,
  startTimeUnixNano: moment,
  endTimeUnixNano: moment,
  attributes: pairs,
  events: listOf(z.object({ timeUnixNano: moment, name, attributes: pairs }), MOST_LIST),
  links: listOf(z.object({ traceId, spanId }), MOST_LIST),
  status: z.object({ code, message: words.default('') }).optional(),
});

export function readSpan(given: unknown, owner: Owner, now: number): Read<SpanData> {
  const { startTimeUnixNano: start, endTimeUnixNano: end, attributes, ...told } = span.parse(given);
  const isError = ERROR.includes(told.status?.code ?? 0);
  const startTime = start || end || now;
  const { events, links } = told;
  return {
    time: end || startTime,
    data: {
      ...owner,
      name: told.name,
      kind: kindOf(told.kind),
      traceId: told.traceId,
      spanId: told.spanId,
      ...(told.parentSpanId !== undefined && { parentSpanId: told.parentSpanId }),
      startTime,
      ms: Math.max(0, (end || startTime) - startTime) / 1000,
      ...(isError && { level: 'error', error: told.status?.message || 'error' }),
      ...httpOf(attributes),
      ...statementOf(attributes),
      attributes,
      ...(events.length > 0 && {
        events: events.map(({ timeUnixNano: time, ...event }) => ({ time, ...event })),
      }),
      ...(links.length > 0 && { links }),
    },
  };
}

const kindOf = (kind: number | string): SpanData['kind'] =>
  KINDS[Number(kind)] ?? KINDS.find((one) => kind === `SPAN_KIND_${one.toUpperCase()}`) ?? 'internal';

/** The conventions have changed their names, and services have not all followed. */
function httpOf(attributes: Attributes): Pick<SpanData, 'method' | 'url' | 'status'> {
  const first = (...names: string[]) =>
    names.map((one) => attributes[one]).find((value) => value !== undefined);
  const method = first('http.request.method', 'http.method');
  if (typeof method !== 'string') return {};
  const status = Number(first('http.response.status_code', 'http.status_code'));
  const path = first('url.path', 'http.target', 'http.route');
  const query = attributes['url.query'];
  const url = first('url.full', 'http.url') ?? (path && query ? `${path}?${query}` : path);
  return {
    method,
    ...(typeof url === 'string' && { url }),
    ...(Number.isInteger(status) && { status }),
  };
}

function statementOf(attributes: Attributes): Pick<SpanData, 'statement'> {
  const text = attributes['db.query.text'] ?? attributes['db.statement'];
  return typeof text === 'string' ? { statement: text } : {};
}

const log = z.object({
  timeUnixNano: moment,
  observedTimeUnixNano: moment,
  severityNumber: code,
  severityText: name,
  body: z.unknown().optional(),
  eventName: name,
  traceId: maybe(traceId),
  spanId: maybe(spanId),
  attributes: pairs,
});

export function readLog(given: unknown, owner: Owner, now: number): Read<ServiceLogData> {
  const told = log.parse(given);
  const body = told.body === undefined ? told.eventName : anyValue(told.body);
  return {
    time: told.timeUnixNano || told.observedTimeUnixNano || now,
    data: {
      ...owner,
      level: levelOf(told.severityNumber, told.severityText),
      ...(told.severityText && { severity: told.severityText }),
      message: typeof body === 'string' ? body : cut(JSON.stringify(body), MOST_TEXT),
      ...(told.eventName && { event: told.eventName }),
      ...(told.traceId !== undefined && { traceId: told.traceId }),
      ...(told.spanId !== undefined && { spanId: told.spanId }),
      attributes: told.attributes,
    },
  };
}

/** Four numbers each for trace, debug, info, warn, error and fatal; without a number the word must do. */
function levelOf(severity: number | string, text: string): ServiceLogData['level'] {
  const number = Number(severity);
  if (number > 0) return number < 9 ? 'debug' : number < 13 ? 'info' : number < 17 ? 'warn' : 'error';
  const word = `${severity} ${text}`.toLowerCase();
  if (/error|fatal|crit|emerg|alert/.test(word)) return 'error';
  if (word.includes('warn')) return 'warn';
  return /debug|trace/.test(word) ? 'debug' : 'info';
}

const point = z.object({
  attributes: pairs,
  asDouble: number.optional(),
  asInt: number.optional(),
  count: number.optional(),
  sum: number.optional(),
  min: number.optional(),
  max: number.optional(),
});
const pointsOf = z.object({ dataPoints: z.array(z.unknown()).default([]) }).optional();
const metric = z.object({
  name: z.string().min(1).max(1000),
  unit: name,
  gauge: pointsOf,
  sum: pointsOf,
  histogram: pointsOf,
  exponentialHistogram: pointsOf,
  summary: pointsOf,
});
const metricMoment = z.object({ timeUnixNano: moment });

export function readMetric(given: unknown, owner: Owner, now: number): Read<MetricData> {
  const told = metric.parse(given);
  const kinds = [
    ['gauge', told.gauge],
    ['sum', told.sum],
    ['histogram', told.histogram],
    ['exponential-histogram', told.exponentialHistogram],
    ['summary', told.summary],
  ] as const;
  const [kind, list] = kinds.find(([, points]) => points !== undefined) ?? ['gauge', undefined];
  const all = list?.dataPoints ?? [];
  const points = all.slice(0, MOST_POINTS).map((one) => {
    const { attributes, asDouble, asInt, ...distribution } = point.parse(one);
    const value = asDouble ?? asInt;
    const known = Object.entries(distribution).filter(([, one]) => Number.isFinite(one));
    return {
      attributes,
      ...(value !== undefined && Number.isFinite(value) && { value }),
      ...Object.fromEntries(known),
    };
  });
  const times = all.slice(0, MOST_POINTS).map((one) => metricMoment.parse(one).timeUnixNano);
  return {
    time: Math.max(0, ...times) || now,
    data: {
      ...owner,
      name: told.name,
      ...(told.unit && { unit: told.unit }),
      kind,
      points,
      ...(all.length > points.length && { left: all.length - points.length }),
    },
  };
}
