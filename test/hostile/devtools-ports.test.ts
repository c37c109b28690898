/** Another user, another key and a page at the DevTools port of a browser that is not theirs. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { loadPlaywright } from '../../src/engines/browser/launch/load-playwright.ts';
import { freePort } from '../kit/free-port.ts';
import { fetchText, rpc } from '../kit/http.ts';
import { toolCall } from '../kit/json-rpc.ts';
import { needsRoot, statusesAsOther, type Wanted } from '../kit/other-user.ts';
import { startServer } from '../kit/start-server.ts';

const [MINE, OTHER] = ['key-of-the-one', 'key-of-the-other'] as const;
const withKey = (key: string) => ({ Authorization: `Bearer ${key}` });
const upgrade = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

async function start(t: TestContext, args: readonly string[]) {
  const [first, last] = [await freePort(), await freePort()].sort((a, b) => a - b);
  const ports = ['--instance-ports', `${first}-${last}`];
  const server = await startServer(t, 'moonsurf-mcp', ['--port', '0', '--headless', ...ports, ...args]);
  const [, url = ''] = await server.stderrMatch(/listens at (http:\S+\/mcp)\n/);
  const call = async (more: object, key?: string) => {
    const message = toolCall(1, 'browser_instance', { action: 'new', ...more });
    const { answer } = await rpc(url, message, { ...(key && { key }), limitMs: 60_000 });
    return { isError: Boolean(answer?.result?.isError), text: JSON.stringify(answer) };
  };
  const open = async (key?: string) => {
    const opened = await call({ mode: 'chromium' }, key);
    assert.ok(!opened.isError, opened.text);
    const [, port] = await server.stderrMatch(/DevTools on 127\.0\.0\.1:(\d+), from whoever opened it/);
    return `http://127.0.0.1:${port}`;
  };
  return { server, call, open };
}

test('a browser of our own user: another user gets nothing, by no way', { skip: needsRoot }, async (t) => {
  const { server, open } = await start(t, []);
  const base = await open();
  const [, key = ''] = await server.stderrMatch(/API key: (\S+)/);
  const version = JSON.parse((await fetchText(`${base}/json/version`)).text);
  const socket = version.webSocketDebuggerUrl.replace('ws:', 'http:');
  const [page] = JSON.parse((await fetchText(`${base}/json/list`)).text);
  const strangers: Wanted[] = [
    ...['/json/version', '/json/list', '/json', '/'].map((path) => ({ url: base + path })),
    { url: `${base}/json/new?about:blank`, method: 'PUT' },
    { url: `${base}/json/close/${page.id}` },
    { url: socket, headers: upgrade },
    { url: `${base}/devtools/page/${page.id}`, headers: upgrade },
  ];
  assert.deepEqual(
    await statusesAsOther(strangers),
    strangers.map(() => 401),
  );
  const keyed = strangers.map((one) => ({ ...one, headers: { ...one.headers, ...withKey(key) } }));
  assert.deepEqual(
    await statusesAsOther(keyed),
    strangers.map(() => 403),
    'a key is another caller than the user who opened it',
  );
  for (const headers of [{ Host: 'rebound.example' }, { Origin: 'http://evil.example' }, { Origin: base }])
    assert.equal((await fetchText(`${base}/json/version`, { headers })).status, 403, JSON.stringify(headers));
  const proxied = { 'X-Forwarded-For': '192.0.2.1' };
  assert.equal((await fetchText(`${base}/json/version`, { headers: proxied })).status, 401);
  const { chromium } = await loadPlaywright();
  const browser = await chromium.connectOverCDP(base);
  await browser.close();
});

test('a browser of one key: nobody else attaches, not even through the server itself', {
  skip: needsRoot,
}, async (t) => {
  const { call, open } = await start(t, ['--api-keys', `${MINE},${OTHER}`]);
  const base = await open(MINE);
  const url = `${base}/json/version`;
  const statusWith = async (headers: Record<string, string>) => (await fetchText(url, { headers })).status;
  assert.equal(await statusWith({}), 403, 'our own user did not open it');
  assert.equal(await statusWith(withKey(OTHER)), 403);
  assert.equal(await statusWith(withKey('made-up-key')), 403);
  const attached = await call({ mode: 'cdp', endpoint: base }, OTHER);
  assert.ok(attached.isError, attached.text);
  assert.deepEqual(await statusesAsOther([{ url, headers: withKey(MINE) }]), [200]);
  const { chromium } = await loadPlaywright();
  const browser = await chromium.connectOverCDP(base, { headers: withKey(MINE) });
  await browser.close();
  const { webSocketDebuggerUrl } = JSON.parse((await fetchText(`${url}?token=${MINE}`)).text);
  const byAddress = await chromium.connectOverCDP(webSocketDebuggerUrl);
  await byAddress.close();
});
