import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText, openSse, rpc } from '../../test/kit/http.ts';
import { request } from '../../test/kit/json-rpc.ts';
import { generateKey } from './keys.ts';

const ping = request(1, 'ping');

test('without a key: 401; with a wrong one: 403; with the right one: through', async (t) => {
  const key = generateKey();
  const { mcp, base } = await startFront(t, { key });
  const missing = await rpc(mcp, ping);
  assert.equal(missing.status, 401);
  assert.match(missing.answer?.error?.message ?? '', /Authentication required/);
  assert.equal(missing.headers['www-authenticate'], 'Bearer');
  const basic = await rpc(mcp, ping, { headers: { authorization: 'Basic abc' } });
  assert.equal(basic.status, 401);
  for (const wrong of ['x', `${key}0`, key.slice(1)]) {
    const refused = await rpc(mcp, ping, { key: wrong });
    assert.equal(refused.status, 403);
    assert.match(refused.answer?.error?.message ?? '', /Invalid API key/);
  }
  assert.equal((await rpc(mcp, ping, { key })).status, 200);
  assert.equal((await rpc(mcp, ping, { headers: { authorization: `bearer ${key}` } })).status, 200);
  assert.equal((await rpc(`${mcp}?token=${key}`, ping)).status, 401, '/mcp takes no key in the query');
  assert.equal((await fetchText(mcp)).status, 401);
  assert.equal((await fetchText(`${base}/sse`)).status, 401);
  assert.equal((await fetchText(`${base}/sse?token=wrong`)).status, 403);
});

test('a key beyond ASCII works, in the header and in the query', async (t) => {
  const key = 'schlüssel-日本語';
  const { mcp, base } = await startFront(t, { key });
  // Without a body: with one, node:http would write the header in the body's encoding. A GET that may pass is a 405.
  const statusWith = async (url: string, sent: string) =>
    (await fetchText(url, { headers: { authorization: `Bearer ${sent}` } })).status;
  const bytes = Buffer.from(key).toString('latin1');
  assert.equal(await statusWith(mcp, bytes), 405);
  assert.equal(await statusWith(mcp, `${bytes}x`), 403);
  const latin = await startFront(t, { key: 'schlüssel' });
  assert.equal(await statusWith(latin.mcp, 'schlüssel'), 405);
  assert.equal(await statusWith(latin.mcp, Buffer.from('schlüssel').toString('latin1')), 405);
  const stream = await openSse(t, `${base}/sse?token=${encodeURIComponent(key)}`);
  assert.match((await stream.event('endpoint')).data, /token=schl%C3%BCssel/);
});

test('generated keys have 32 random bytes', () => {
  assert.match(generateKey(), /^[0-9a-f]{64}$/);
  assert.notEqual(generateKey(), generateKey());
});
