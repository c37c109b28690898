/** Services that tell of themselves, and would rather do something else: who may, what they may say, how it is shown. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fetchText, rpc } from '../kit/http.ts';
import { toolCall } from '../kit/json-rpc.ts';
import { client, KEY, LIMIT_MS, OTHER, served } from '../kit/keyed-clients.ts';
import { HOSTILE, unmarked } from '../kit/marked.ts';
import { needsRoot, statusesAsOther } from '../kit/other-user.ts';

const json = { 'content-type': 'application/json' };
const SPAN = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'n' };
const words = (stringValue: string) => ({ stringValue });
const list = (...all: string[]) => ({ arrayValue: { values: all.map(words) } });
const pairs = (all: Record<string, unknown>) => Object.entries(all).map(([key, value]) => ({ key, value }));
const spans = (...all: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans: all }] }] });

async function started(t: Parameters<typeof served>[0]) {
  const { base, server } = await served(t, ['--isolated']);
  const post = (signal: string, body: unknown, headers = {}) =>
    fetchText(`${base}/v1/${signal}`, {
      headers: { ...json, authorization: `Bearer ${KEY}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      limitMs: LIMIT_MS,
    });
  return { base, server, post };
}

test('neither pages nor another user of the machine can write into the record', async (t) => {
  const { base, post } = await started(t);
  for (const odd of [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { host: 'evil.example' },
  ])
    assert.equal((await post('traces', {}, odd)).status, 403, JSON.stringify(odd));
  if (needsRoot) return;
  const wanted = ['traces', 'logs', 'metrics'].map((signal) => `${base}/v1/${signal}`);
  assert.deepEqual(
    await statusesAsOther(wanted.map((url) => ({ url, method: 'POST', headers: json, body: '{}' }))),
    [401, 401, 401],
  );
});

test('bodies that are made to hold the server up are answered, and it goes on', async (t) => {
  const { base, post } = await started(t);
  const nested = `${'{"arrayValue":{"values":['.repeat(80_000)}1${']}}'.repeat(80_000)}`;
  const deep = JSON.stringify(spans({ ...SPAN, attributes: pairs({ k: 0 }) })).replace(
    '"value":0',
    `"value":${nested}`,
  );
  assert.equal((await post('traces', deep)).status, 200);
  for (const body of ['['.repeat(2_000_000), `{"resourceSpans":${'['.repeat(1e6)}${']'.repeat(1e6)}}`])
    assert.equal((await post('traces', body)).status, 400);
  const odd = {
    ['__proto__']: words('x'),
    constructor: list('prototype'),
    toString: words('y'),
  };
  assert.equal((await post('traces', spans({ ...SPAN, attributes: pairs(odd) }))).status, 200);
  assert.match(await (await client(base, KEY)).ok('observe', { what: 'spans' }), /^2 spans/);
});

test('secrets of services are in no file and no answer, their words are marked, and they are their key’s', async (t) => {
  const { base, server, post } = await started(t);
  const attributes = pairs({
    [HOSTILE]: words(HOSTILE),
    'db.statement': words("ALTER USER a PASSWORD 'Hidd3nCanary1'"),
    'http.request.header.authorization': list('Bearer Hidd3nCanary2abcdefgh'),
    'http.response.header.set-cookie': list('sid=Hidd3nCanary3aZ9kQ2xx; Path=/'),
    'http.request.header.x-api-key': list('Hidd3nCanary4aZ9kQ2xx'),
    'enduser.password': words('Hidd3nCanary5'),
    'url.full': words('https://a.test/reset?token=Hidd3nCanary6aZ9kQ2xx'),
  });
  const status = { code: 2, message: `${HOSTILE} password=Hidd3nCanary7` };
  const events = [
    { name: HOSTILE, timeUnixNano: '1', attributes: pairs({ secret: words('Hidd3nCanary8') }) },
  ];
  const span = { ...SPAN, name: HOSTILE, attributes, status, events };
  const body = { kvlistValue: { values: pairs({ password: words('Hidd3nCanary9'), x: words(HOSTILE) }) } };
  const logRecords = [{ body, severityText: HOSTILE }, { body: words(`${HOSTILE} pw=Hidd3nCanary10`) }];
  const resource = { attributes: pairs({ 'service.name': words(HOSTILE) }) };
  const point = { asInt: '1', attributes: pairs({ password: words('Hidd3nCanary11') }) };
  const metrics = [{ name: HOSTILE, unit: HOSTILE, sum: { dataPoints: [point] } }];
  for (const [signal, told] of [
    ['traces', { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: HOSTILE }, spans: [span] }] }] }],
    ['logs', { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }],
    ['metrics', { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] }],
  ] as const)
    assert.deepEqual([(await post(signal, told)).text, signal], ['{}', signal]);

  const eve = await client(base, OTHER);
  for (const [tool, args] of [
    ...['spans', 'service_logs', 'service_metrics', 'timeline'].map((what) => ['observe', { what }] as const),
    ['explain', { last_seconds: 600 }],
    ['explain', { last_seconds: 600, budget: 30_000 }],
    ['generate', { format: 'pr_summary' }],
    ['wire_exchanges', {}],
  ] as const) {
    const { answer } = await rpc(`${base}/mcp`, toolCall(1, tool, args), { key: KEY, limitMs: LIMIT_MS });
    assert.ok(answer?.result && !answer.result.isError, JSON.stringify(answer));
    assert.deepEqual(unmarked(answer.result as never), [], tool);
    assert.doesNotMatch(JSON.stringify(answer), /Hidd3nCanary/, JSON.stringify([tool, args]));
    assert.doesNotMatch((await eve.call(tool, args)).text, /CANARY/, tool);
  }
  const kept = await filesIn(server.home);
  assert.ok(
    kept.some(({ text }) => text.includes('CANARY')),
    'what was told is there',
  );
  for (const { path, text } of kept) assert.deepEqual([path, text.match(/Hidd3nCanary\d+/g)], [path, null]);
});

/** All files below a folder, byte by byte. */
async function filesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'latin1') })));
}
