import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText } from '../../test/kit/http.ts';
import { type OtlpBody, otlpRoutes } from './otlp-routes.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

test('takes JSON and protobuf, packed or not, and answers in the same type', async (t) => {
  const taken: OtlpBody[] = [];
  const routes = otlpRoutes(async (body) => {
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
  const routes = otlpRoutes(async () => assert.fail('nothing is to be taken'));
  const { base } = await startFront(t, { routes });
  const status = async (headers: Record<string, string>, body: Buffer) =>
    (await fetchText(`${base}/v1/metrics`, { headers, body })).status;
  assert.equal(await status({ 'content-type': 'text/plain' }, Buffer.from('x')), 415);
  assert.equal(await status({ ...JSON_TYPE, 'content-encoding': 'br' }, Buffer.from('x')), 415);
  assert.equal(await status({ ...JSON_TYPE, 'content-encoding': 'gzip' }, Buffer.from('x')), 400);
  const bomb = gzipSync(Buffer.alloc(5 * 1024 * 1024));
  assert.equal(await status({ ...JSON_TYPE, 'content-encoding': 'gzip' }, bomb), 413);
  assert.equal((await fetchText(`${base}/v1/traces`)).status, 405);
});

test('more at once than can be had is told to come again', async (t) => {
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let waiting = 0;
  const routes = otlpRoutes(async () => {
    if (++waiting === 8) started.resolve();
    await gate.promise;
    return { status: 200, body: '{}' };
  });
  const { base } = await startFront(t, { routes });
  const post = () => fetchText(`${base}/v1/traces`, { headers: JSON_TYPE, body: '{}' });
  const first = Array.from({ length: 8 }, post);
  await started.promise;
  const late = await post();
  gate.resolve();
  assert.deepEqual([late.status, late.headers['retry-after']], [429, '1']);
  for (const one of await Promise.all(first)) assert.equal(one.status, 200);
});

test('our own user needs no key there, and elsewhere still does', async (t) => {
  const routes = otlpRoutes(async ({ caller }) => ({ status: 200, body: JSON.stringify({ caller }) }));
  const options = { routes, key: 'the-right-key' };
  const open = await startFront(t, { ...options, isOfOwnUserThere: async () => true });
  const shut = await startFront(t, { ...options, isOfOwnUserThere: async () => false });
  const post = (base: string, path: string, headers = {}) =>
    fetchText(base + path, { headers: { ...JSON_TYPE, ...headers }, body: '{}' });
  assert.equal((await post(open.base, '/v1/traces')).text, '{"caller":"own user"}');
  assert.equal((await post(open.base, '/mcp')).status, 401);
  assert.equal((await post(shut.base, '/v1/traces')).status, 401);
  const withKey = await post(shut.base, '/v1/traces', { authorization: 'Bearer the-right-key' });
  assert.equal(withKey.text, '{"caller":"key 1"}');
});
