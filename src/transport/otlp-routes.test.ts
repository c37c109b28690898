import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText } from '../../test/kit/http.ts';
import { type OtlpBody, type OtlpTaker, otlpRoutes } from './otlp-routes.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const routesWith = (take: OtlpTaker['take']) =>
  otlpRoutes({
    take,
    notTaken: async (encoding, status, message) => ({ status, body: `${encoding} ${status} ${message}` }),
  });

test('takes JSON and protobuf, packed or not, and answers in the same type', async (t) => {
  const taken: OtlpBody[] = [];
  const routes = routesWith(async (body) => {
    taken.push(body);
    return { status: 200, body: body.encoding === 'json' ? '{}' : new Uint8Array() };
  });
  const { base } = await startFront(t, { routes });
  const post = (signal: string, headers: Record<string, string>, body: Buffer) =>
    fetchText(`${base}/v1/${signal}`, { headers, body });
  const json = await post('traces', JSON_TYPE, Buffer.from('{"a":1}'));
  assert.deepEqual([json.status, json.text, json.headers['content-type']], [200, '{}', 'application/json']);
  const type = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
  const packed = await post('logs', type, gzipSync(Buffer.from('bytes')));
  assert.deepEqual([packed.status, packed.headers['content-type']], [200, 'application/x-protobuf']);
  assert.deepEqual(
    taken.map(({ signal, encoding, bytes }) => [signal, encoding, Buffer.from(bytes).toString()]),
    [
      ['traces', 'json', '{"a":1}'],
      ['logs', 'protobuf', 'bytes'],
    ],
  );
});

test('refuses other types and packings, what is too large, and what is no gzip', async (t) => {
  const routes = routesWith(async () => assert.fail('nothing is to be taken'));
  const { base } = await startFront(t, { routes });
  const refused = async (headers: Record<string, string>, body: Buffer) => {
    const { status, text, headers: own } = await fetchText(`${base}/v1/metrics`, { headers, body });
    assert.equal(own['content-type'], headers['content-type']?.replace('text/plain', 'application/json'));
    return `${status} ${text}`.slice(0, 14);
  };
  const proto = { 'content-type': 'application/x-protobuf' };
  const some = Buffer.from('x');
  assert.equal(await refused({ 'content-type': 'text/plain' }, some), '415 json 415 U');
  assert.equal(await refused({ ...JSON_TYPE, 'content-encoding': 'br' }, some), '415 json 415 U');
  assert.equal(await refused({ ...JSON_TYPE, 'content-encoding': 'gzip' }, some), '400 json 400 T');
  const bomb = gzipSync(Buffer.alloc(5 * 1024 * 1024));
  assert.equal(await refused({ ...proto, 'content-encoding': 'gzip' }, bomb), '413 protobuf 4');
  assert.equal(await refused(proto, Buffer.alloc(5 * 1024 * 1024)), '413 protobuf 4');
  assert.equal((await fetchText(`${base}/v1/traces`)).text, 'json 405 GET is not possible at /v1/traces.');
  const foreign = { ...JSON_TYPE, origin: 'http://elsewhere.test' };
  assert.equal(await refused(foreign, some), '403 json 403 O');
});

test('more of one caller at once than can be had is told to come again, and others are taken', async (t) => {
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let waiting = 0;
  const routes = routesWith(async () => {
    if (++waiting > 8) return { status: 200, body: '{}' };
    if (waiting === 8) started.resolve();
    await gate.promise;
    return { status: 200, body: '{}' };
  });
  const { base } = await startFront(t, { routes, key: 'the-right-key', isOfOwnUserThere: async () => true });
  const post = (headers = {}) =>
    fetchText(`${base}/v1/traces`, { headers: { ...JSON_TYPE, ...headers }, body: '{}' });
  const first = Array.from({ length: 8 }, () => post());
  await started.promise;
  const late = await post();
  const other = await post({ authorization: 'Bearer the-right-key' });
  gate.resolve();
  assert.deepEqual([late.status, late.headers['retry-after'], other.status], [429, '1', 200]);
  for (const one of await Promise.all(first)) assert.equal(one.status, 200);
});

test('our own user needs no key there, and elsewhere still does', async (t) => {
  const routes = routesWith(async ({ caller }) => ({ status: 200, body: JSON.stringify({ caller }) }));
  const options = { routes, key: 'the-right-key' };
  const open = await startFront(t, { ...options, isOfOwnUserThere: async () => true });
  const shut = await startFront(t, { ...options, isOfOwnUserThere: async () => false });
  const post = (base: string, path: string, headers = {}) =>
    fetchText(base + path, { headers: { ...JSON_TYPE, ...headers }, body: '{}' });
  assert.equal((await post(open.base, '/v1/traces')).text, '{"caller":"own user"}');
  assert.equal((await post(open.base, '/mcp')).status, 401);
  const unknown = await post(shut.base, '/v1/traces');
  assert.deepEqual([unknown.status, unknown.text.slice(0, 9)], [401, 'json 401 ']);
  const withKey = await post(shut.base, '/v1/traces', { authorization: 'Bearer the-right-key' });
  assert.equal(withKey.text, '{"caller":"key 1"}');
});
