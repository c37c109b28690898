import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText, rpc } from '../../test/kit/http.ts';
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

test('generated keys have 32 random bytes', () => {
  assert.match(generateKey(), /^[0-9a-f]{64}$/);
  assert.notEqual(generateKey(), generateKey());
});
