import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText } from '../../test/kit/http.ts';

test('a preflight of an allowed origin is answered without a key', async (t) => {
  const { mcp, port } = await startFront(t, { key: 'k' });
  const headers = {
    origin: `http://localhost:${port}`,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type',
  };
  const reply = await fetchText(mcp, { method: 'OPTIONS', headers });
  assert.equal(reply.status, 204);
  assert.equal(reply.headers['access-control-allow-headers'], 'authorization, content-type');
  assert.match(reply.headers['access-control-allow-methods'] ?? '', /POST/);
});
