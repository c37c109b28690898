import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText, rpc } from '../../test/kit/http.ts';
import { request } from '../../test/kit/json-rpc.ts';

const ping = request(1, 'ping');

function noContent(_request: unknown, response: import('node:http').ServerResponse): void {
  response.writeHead(204).end();
}

test('a rebound DNS name gets 403 on every route', async (t) => {
  const routes = [{ method: 'GET' as const, path: '/health', needsKey: false, handle: noContent }];
  const { base } = await startFront(t, { routes });
  for (const path of ['/mcp', '/sse', '/message', '/health', '/nowhere']) {
    const reply = await fetchText(`${base}${path}`, { headers: { host: 'evil.example:80' } });
    assert.equal(reply.status, 403, path);
    assert.match(reply.text, /evil\.example.*--allowed-hosts/);
  }
});

test('a page of any web origin gets 403', async (t) => {
  const { mcp, port } = await startFront(t);
  const foreign = [
    'https://evil.example',
    'null',
    `http://localhost:${port + 1}`,
    'http://localhost',
    `https://localhost:${port}`,
  ];
  for (const origin of foreign) {
    const reply = await rpc(mcp, ping, { headers: { origin } });
    assert.equal(reply.status, 403, origin);
    assert.match(reply.answer?.error?.message ?? '', /--allowed-origins/);
    assert.equal(reply.headers['access-control-allow-origin'], undefined);
  }
  for (const name of ['localhost', '127.0.0.1', '[::1]'])
    assert.equal((await rpc(mcp, ping, { headers: { origin: `http://${name}:${port}` } })).status, 200, name);
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
  assert.equal((await fetchText(mcp, { headers: image })).status, 403);
});

test('loopback names and the allowed ones are good hosts', async (t) => {
  const options = {
    allowedHosts: ['box.example', 'other.example:99'],
    allowedOrigins: ['https://app.example'],
  };
  const { mcp, port } = await startFront(t, options);
  for (const host of [
    'localhost',
    `LOCALHOST:${port}`,
    '[::1]:5',
    '127.0.0.1',
    'box.example:1234',
    'other.example:99',
  ])
    assert.equal((await rpc(mcp, ping, { headers: { host } })).status, 200, host);
  for (const host of ['other.example', 'localhost.evil.example', 'box.example.evil:1'])
    assert.equal((await rpc(mcp, ping, { headers: { host } })).status, 403, host);
  const allowed = await rpc(mcp, ping, { headers: { origin: 'https://app.example' } });
  assert.equal(allowed.status, 200);
  assert.equal(allowed.headers['access-control-allow-origin'], 'https://app.example');
});

test('the public URL is a good host and origin', async (t) => {
  const { mcp } = await startFront(t, { publicUrl: 'https://box.example/tools' });
  const headers = { host: 'box.example', origin: 'https://box.example' };
  assert.equal((await rpc(mcp, ping, { headers })).status, 200);
  assert.equal((await rpc(mcp, ping, { headers: { origin: 'http://box.example' } })).status, 403);
});

test('a star lets any host name in, but still no foreign page', async (t) => {
  const { mcp } = await startFront(t, { allowedHosts: ['*'] });
  assert.equal((await rpc(mcp, ping, { headers: { host: 'anything.example' } })).status, 200);
  const headers = { host: 'anything.example', origin: 'https://evil.example' };
  assert.equal((await rpc(mcp, ping, { headers })).status, 403);
});
