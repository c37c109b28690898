import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBinary, fromJson, toBinary, toJson } from '@bufbuild/protobuf';
import type { Evidence } from '../../contract/evidence.ts';
import { problemOf } from '../../contract/evidence.ts';
import { systemClock } from '../../kernel/clock.ts';
import { type Encoding, notTaken, type Signal } from './otlp-body.ts';
import { messageOf } from './otlp-messages.ts';
import { OtlpReceiver } from './otlp-receiver.ts';

function receiver() {
  const seen: Evidence[] = [];
  const otlp = new OtlpReceiver({ clock: systemClock(), sink: (evidence) => seen.push(evidence) });
  const take = (signal: Signal, encoding: Encoding, body: Uint8Array) =>
    otlp.take(signal, encoding, body, {});
  const json = async (signal: Signal, body: unknown) => {
    const { status, body: answer } = await take(signal, 'json', Buffer.from(JSON.stringify(body)));
    return { status, answer: JSON.parse(String(answer)) };
  };
  return { seen, take, json };
}

const NOW = Date.now();
const nanos = (ms: number) => `${NOW + ms}000000`;
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const span = {
  traceId: '5B8EFFF798038103D269B633813FC60C',
  spanId: 'eee19b7ec3c1b174',
  parentSpanId: '',
  name: 'GET /cart',
  kind: 2,
  startTimeUnixNano: nanos(-20),
  endTimeUnixNano: nanos(-5),
  attributes: [
    text('http.request.method', 'GET'),
    text('url.path', '/cart'),
    text('url.query', 'page=2'),
    { key: 'http.response.status_code', value: { intValue: '500' } },
  ],
  status: { code: 2, message: 'boom' },
};
const traces = (...spans: unknown[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [text('service.name', 'shop')] },
      scopeSpans: [{ scope: { name: 'http' }, spans }],
    },
  ],
});

test('a span becomes an item that the contract takes, with what conventions say of HTTP', async () => {
  const { seen, json } = receiver();
  assert.deepEqual(await json('traces', traces(span)), { status: 200, answer: {} });
  const [item] = seen;
  assert.equal(item && problemOf(item.source, item.stream, item.data), undefined);
  const { attributes: _, ...data } = { ...(item?.data as { attributes?: object } | undefined) };
  assert.deepEqual(data, {
    service: 'shop',
    scope: 'http',
    name: 'GET /cart',
    kind: 'server',
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: 'eee19b7ec3c1b174',
    startTime: (NOW - 20) * 1000,
    ms: 15,
    level: 'error',
    error: 'boom',
    method: 'GET',
    url: '/cart?page=2',
    status: 500,
  });
  assert.equal(item?.time, (NOW - 5) * 1000);
});

test('logs and metrics; ids of zeros, names of enums, nested values and large numbers', async () => {
  const { seen, json } = receiver();
  const record = {
    timeUnixNano: nanos(0),
    severityNumber: 'SEVERITY_NUMBER_WARN',
    body: {
      kvlistValue: { values: [text('a', 'b'), { key: 'n', value: { intValue: '9007199254740993' } }] },
    },
    traceId: '0'.repeat(32),
    attributes: [
      { key: 'list', value: { arrayValue: { values: [{ boolValue: true }, { doubleValue: 'NaN' }] } } },
    ],
  };
  await json('logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });
  const points = Array.from({ length: 60 }, (_, at) => ({ asInt: String(at), timeUnixNano: nanos(0) }));
  const metrics = [
    { name: 'jobs', sum: { dataPoints: points } },
    { name: 'wait', unit: 'ms', histogram: { dataPoints: [{ count: '3', sum: 12.5, attributes: [] }] } },
  ];
  await json('metrics', { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
  for (const { source, stream, data } of seen) assert.equal(problemOf(source, stream, data), undefined);
  const [log, jobs, wait] = seen.map(({ data }) => data as Record<string, unknown>);
  assert.deepEqual(log, {
    service: 'unknown_service',
    level: 'warn',
    message: '{"a":"b","n":"9007199254740993"}',
    attributes: { list: [true, 'NaN'] },
  });
  assert.equal(Array.isArray(jobs?.points) && jobs.points.length, 50);
  assert.equal(jobs?.left, 10);
  assert.deepEqual(wait?.points, [{ attributes: {}, count: 3, sum: 12.5 }]);
});

test('what is broken is counted and told, the others are taken', async () => {
  const { seen, json } = receiver();
  const bad = [
    { ...span, traceId: 'abc' },
    { ...span, spanId: '0'.repeat(16) },
    { ...span, endTimeUnixNano: nanos(48 * 3_600_000) },
    { ...span, attributes: 'none' },
  ];
  const { status, answer } = await json('traces', traces(...bad, span));
  assert.deepEqual([status, seen.length, answer.partialSuccess.rejectedSpans], [200, 1, '4']);
  assert.match(answer.partialSuccess.errorMessage, /traceId: 32 hex digits/);
  for (const body of ['{', '[]', '{"resourceSpans":{}}', '{"resourceSpans":[{"scopeSpans":[7]}]}']) {
    const { take } = receiver();
    const refused = await take('traces', 'json', Buffer.from(body));
    assert.equal(refused.status, 400, body);
    assert.match(JSON.parse(String(refused.body)).message, /cannot be read/);
  }
});

test('binary bodies: a broken span is rejected by itself, a broken body as a whole', async () => {
  const { seen, take } = receiver();
  const bytes = (name: Parameters<typeof messageOf>[0], value: object) =>
    toBinary(messageOf(name), fromJson(messageOf(name), value as never));
  const id = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
  const good = bytes('Span', {
    traceId: id(span.traceId),
    spanId: id(span.spanId),
    name: 'job',
    endTimeUnixNano: nanos(0),
  });
  const base64 = (part: Uint8Array) => Buffer.from(part).toString('base64');
  const scope = bytes('ScopeGroup', {
    scope: { name: 'x' },
    items: [base64(good), base64(Buffer.from('nonsense'))],
  });
  const resource = { attributes: [text('service.name', 'worker')] };
  const group = bytes('ResourceGroup', { resource, scopeGroups: [base64(scope)] });
  const body = bytes('Request', { resourceGroups: [base64(group)] });
  const { status, body: answer } = await take('traces', 'protobuf', body);
  assert.equal(status, 200);
  assert.deepEqual([...(answer as Uint8Array)].slice(0, 1), [0x0a]); // partial_success
  assert.equal(seen.length, 1);
  assert.deepEqual([seen[0]?.data && 'service' in seen[0].data && seen[0].data.service], ['worker']);
  assert.equal((await take('traces', 'protobuf', Buffer.from('nonsense'))).status, 400);
  assert.deepEqual(await take('traces', 'protobuf', Buffer.alloc(0)), {
    status: 200,
    body: new Uint8Array(),
  });
});

test('refusals are a google.rpc.Status in the encoding of the request', () => {
  const status = messageOf('Failure');
  const codes = [400, 401, 403, 405, 413, 415, 429].map((http) => {
    const { body } = notTaken('protobuf', http, 'why');
    const read = toJson(status, fromBinary(status, body as Uint8Array));
    assert.deepEqual(read, JSON.parse(String(notTaken('json', http, 'why').body)));
    return (read as { code: number }).code;
  });
  assert.deepEqual(codes, [3, 16, 7, 12, 8, 3, 8]);
});

test('a value nested beyond reason is cut, not followed', async () => {
  const { seen, json } = receiver();
  let value: object = { stringValue: 'deep' };
  for (let depth = 0; depth < 200; depth++) value = { arrayValue: { values: [value] } };
  await json('traces', traces({ ...span, attributes: [{ key: 'a', value }] }));
  assert.match(JSON.stringify(seen), /nested too deeply/);
});

test('a few bytes that stand for more items or fields than anybody sends are not unfolded', async () => {
  const { seen, take } = receiver();
  const lengthOf = (bytes: Buffer) => {
    const head: number[] = [];
    let rest = bytes.length;
    for (; rest > 127; rest >>= 7) head.push((rest & 127) | 128);
    return Buffer.from([...head, rest]);
  };
  const field = (number: number, bytes: Buffer) =>
    Buffer.concat([Buffer.from([number * 8 + 2]), lengthOf(bytes), bytes]);
  const empty = (number: number) => Buffer.alloc(4_000_000, Buffer.from([number * 8 + 2, 0]));
  const answers = async (signal: Signal, encoding: Encoding, body: Uint8Array) => {
    const before = process.cpuUsage().user;
    const { status, body: answer } = await take(signal, encoding, body);
    return { status, answer: Buffer.from(answer).toString(), ms: (process.cpuUsage().user - before) / 1000 };
  };
  for (const body of [field(1, field(2, empty(2))), field(1, empty(2)), empty(1)]) {
    const { status, answer, ms } = await answers('logs', 'protobuf', body);
    assert.equal(status, 400, answer);
    assert.match(answer, /more than 20000 parts/);
    assert.ok(ms < 1000, `${ms} ms`);
  }
  const many = Buffer.from(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[${'{},'.repeat(250_000)}{}]}]}]}`);
  assert.match((await answers('logs', 'json', many)).answer, /more than 20000 parts/);
  const braces = Buffer.from(`[${'{},'.repeat(1_300_000)}{}]`);
  assert.match((await answers('logs', 'json', braces)).answer, /more than 300000 parts/);
  assert.equal(seen.length, 0, 'nothing of them was taken');

  const wide = field(1, field(2, Buffer.concat([field(2, empty(6)), field(2, Buffer.alloc(0))])));
  const { status, answer } = await answers('logs', 'protobuf', wide);
  assert.equal(status, 200);
  assert.match(answer, /more than 40000 fields/);
  assert.equal(seen.length, 1, 'the small one beside it');
  const full = field(1, field(2, Buffer.alloc(30_000, Buffer.from([18, 0]))));
  assert.deepEqual(await take('logs', 'protobuf', full).then(({ body }) => body.length), 0);
  assert.equal(seen.length, 15_001);
});
