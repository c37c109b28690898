import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText } from '../../test/kit/http.ts';

test('extra routes: exact and below a folder, with and without a key', async (t) => {
  const seen: string[] = [];
  const handle = (_request: unknown, response: import('node:http').ServerResponse, url: URL) => {
    seen.push(url.pathname + url.search);
    response.end('hello');
  };
  const routes = [
    { method: 'GET' as const, path: '/health', needsKey: false, handle },
    { method: 'GET' as const, path: '/files/*', needsKey: true, handle },
    {
      method: 'GET' as const,
      path: '/broken',
      needsKey: false,
      handle: () => Promise.reject(new Error('secret detail')),
    },
  ];
  const { base } = await startFront(t, { key: 'k', routes });
  assert.equal((await fetchText(`${base}/health?a=1`)).text, 'hello');
  assert.equal((await fetchText(`${base}/health`, { method: 'HEAD' })).text, '');
  assert.equal((await fetchText(`${base}/files/a/b`)).status, 401);
  assert.equal(
    (await fetchText(`${base}/files/a/b`, { headers: { authorization: 'Bearer k' } })).text,
    'hello',
  );
  const broken = await fetchText(`${base}/broken`);
  assert.equal(broken.status, 500);
  assert.doesNotMatch(broken.text, /secret/);
  assert.deepEqual(seen, ['/health?a=1', '/health', '/files/a/b']);
});

test('unknown paths are 404, wrong methods 405 with Allow', async (t) => {
  const { base } = await startFront(t);
  const lost = await fetchText(`${base}/nowhere`);
  assert.equal(lost.status, 404);
  assert.equal(JSON.parse(lost.text).error.code, -32000);
  for (const [method, path, allow] of [
    ['PUT', '/mcp', 'POST, GET, DELETE'],
    ['HEAD', '/mcp', 'POST, GET, DELETE'],
    ['POST', '/sse', 'GET'],
    ['GET', '/message', 'POST'],
  ] as const) {
    const reply = await fetchText(`${base}${path}`, { method });
    assert.equal(reply.status, 405, `${method} ${path}`);
    assert.equal(reply.headers.allow, allow);
  }
});
