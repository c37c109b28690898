/** What Viewpoint demands of its transports and keys, on the built command. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { QUIET_ARGS } from '../kit/browser.ts';
import { freePort } from '../kit/free-port.ts';
import { fetchText, openSse, rpc } from '../kit/http.ts';
import { initialize, toolCall } from '../kit/json-rpc.ts';
import { startPages } from '../kit/pages.ts';
import { startServer } from '../kit/start-server.ts';
import { verifies } from '../requirements/verifies.ts';

const KEY = 'a-key-of-the-test';

async function startHttp(t: TestContext, ...args: string[]) {
  const server = await startServer(t, 'viewpoint-mcp', ['--port', '0', ...args]);
  const [, url] = await server.stderrMatch(/listens at (http:\S+\/mcp)/);
  return { server, url: url! };
}

verifies(
  ['viewpoint: Initialize connection', 'viewpoint: Receive request via stdin'],
  'a request on stdin is answered on stdout',
  async (t) => {
    const server = await startServer(t, 'viewpoint-mcp');
    const answer = await server.initialize('2024-11-05');
    assert.equal(answer.result.protocolVersion, '2024-11-05');
    assert.deepEqual(answer.result.capabilities.tools, {});
    assert.equal(answer.result.serverInfo.name, 'viewpoint-mcp');
    const { tools } = (await server.request('tools/list')).result;
    assert.ok(tools.some(({ name }: { name: string }) => name === 'browser_navigate'));
  },
);

verifies('viewpoint: Unknown tool', async (t) => {
  const server = await startServer(t, 'viewpoint-mcp');
  await server.initialize();
  assert.equal((await server.call('browser_fly')).error!.code, -32601);
});

verifies('viewpoint: Handle malformed JSON', async (t) => {
  const server = await startServer(t, 'viewpoint-mcp');
  server.sendRaw('{"jsonrpc": nonsense\n');
  const answer = await server.answer(null);
  assert.equal(answer.error!.code, -32700);
  assert.deepEqual((await server.request('ping')).result, {});
});

verifies(
  ['viewpoint: Enable SSE mode', 'viewpoint: Configure API key', 'viewpoint: Authenticate with valid key'],
  '--port and --api-key',
  async (t) => {
    const port = await freePort();
    const { url } = await startHttp(t, '--api-key', KEY, '--port', String(port));
    assert.equal(url, `http://localhost:${port}/mcp`);
    for (const path of ['/mcp', '/sse', '/message', '/health'])
      assert.equal((await fetchText(url.replace('/mcp', path))).status, 401, path);
    const { status, answer } = await rpc(url, initialize(1), { key: KEY });
    assert.equal(status, 200);
    assert.equal(answer!.result.serverInfo.name, 'viewpoint-mcp');
  },
);

verifies('viewpoint: Handle SSE client', async (t) => {
  const pages = await startPages();
  t.after(() => pages.close());
  const launch = ['--headless', '--isolated', '--launch-options', JSON.stringify({ args: QUIET_ARGS })];
  const { url } = await startHttp(t, '--api-key', KEY, ...launch);
  const headers = { authorization: `Bearer ${KEY}` };
  const stream = await openSse(t, url.replace('/mcp', '/sse'), headers);
  const { data: endpoint } = await stream.event('endpoint');
  const navigate = toolCall(2, 'browser_navigate', { url: pages.url('/index.html') });
  for (const message of [initialize(1), navigate, toolCall(3, 'browser_fly')])
    await fetchText(endpoint, { body: message, headers, limitMs: 60_000 });
  assert.ok((await stream.answer(1)).result.capabilities.tools);
  assert.match((await stream.answer(2)).result.content[0].text, /button .*"Count"/);
  assert.equal((await stream.answer(3)).error!.code, -32601);
  // At /mcp, a client that takes nothing else gets the result as an event as well.
  const options = { key: KEY, headers: { accept: 'text/event-stream' } };
  const { headers: told, text } = await rpc(url, toolCall(4, 'browser_tabs', { action: 'list' }), options);
  assert.match(told['content-type']!, /^text\/event-stream/);
  assert.match(text, /^data: .*about:blank.*"id":4/m, 'without a session, and so with tabs of its own');
});

verifies('viewpoint: Generate API key', async (t) => {
  const { server, url } = await startHttp(t);
  const [, key] = await server.stderrMatch(/API key: (\S+)/);
  assert.match(key!, /^[0-9a-f]{64}$/);
  assert.equal((await rpc(url, initialize(1), { key })).status, 200);
  const other = await startHttp(t);
  const [, otherKey] = await other.server.stderrMatch(/API key: (\S+)/);
  assert.notEqual(otherKey, key);
});

verifies('viewpoint: Reject missing authentication', async (t) => {
  const { url } = await startHttp(t, '--api-key', KEY);
  const reply = await rpc(url, initialize(1));
  assert.equal(reply.status, 401);
  assert.match(reply.text, /Authentication required/);
  assert.match(reply.headers['www-authenticate']!, /^Bearer/);
});

verifies('viewpoint: Reject invalid key', async (t) => {
  const { url } = await startHttp(t, '--api-key', KEY);
  assert.equal((await rpc(url, initialize(1), { key: 'another-key-here' })).status, 403);
});

verifies('viewpoint: Stdio transport unaffected', async (t) => {
  const server = await startServer(t, 'viewpoint-mcp', ['--api-key', KEY]);
  assert.equal((await server.initialize()).result.serverInfo.name, 'viewpoint-mcp');
});

test('on a host that is not loopback a key is always needed', async (t) => {
  const server = await startServer(t, 'moonsurf-mcp', ['--port', '0', '--host', '0.0.0.0']);
  const [, port] = await server.stderrMatch(/listens at http:\/\/[^:]+:(\d+)\/mcp\nAPI key: [0-9a-f]{64}/);
  assert.equal((await rpc(`http://127.0.0.1:${port}/mcp`, initialize(1))).status, 401);
});

test('a page from any web origin and a rebound name get 403, with and without a key', async (t) => {
  const { url } = await startHttp(t, '--api-key', KEY);
  for (const headers of [{ origin: 'https://evil.example' }, { host: 'evil.example' }, { origin: 'null' }]) {
    assert.equal((await rpc(url, initialize(1), { key: KEY, headers })).status, 403, JSON.stringify(headers));
    assert.equal((await rpc(url, initialize(1), { headers })).status, 403, JSON.stringify(headers));
  }
  const open = await startHttp(
    t,
    '--api-key',
    KEY,
    '--http-origins',
    'https://tools.example',
    '--allowed-hosts',
    'tools.example',
  );
  const allowed = { origin: 'https://tools.example', host: 'tools.example' };
  assert.equal((await rpc(open.url, initialize(1), { key: KEY, headers: allowed })).status, 200);
});

test('the health and the journal need the key and tell what was called and hidden', async (t) => {
  const server = await startServer(t, 'sensorium', ['--port', '0', '--api-key', KEY]);
  const [, url] = await server.stderrMatch(/listens at (http:\S+)\/mcp/);
  const secret = `AK${'IA'}ABCDEFGHIJKLMNOP`;
  await rpc(`${url}/mcp`, toolCall(1, 'stop-logging', { directory: secret }), { key: KEY });
  const headers = { authorization: `Bearer ${KEY}` };
  assert.equal((await fetchText(`${url}/health`)).status, 401);
  const health = JSON.parse((await fetchText(`${url}/health`, { headers })).text);
  assert.equal(health.status, 'ok');
  assert.deepEqual(health.calls, { calls: 1, failed: 1 });
  assert.ok(health.redacted['aws-key'] >= 1);
  const journal = JSON.parse((await fetchText(`${url}/journal?tool=stop-logging`, { headers })).text);
  assert.equal(journal.entries[0].outcome, 'NOT_LOGGING');
  assert.doesNotMatch(JSON.stringify(journal), new RegExp(secret));
});

test('a busy port is named, exit 1; a state folder that cannot be written is said by the call that needs it', async (t) => {
  const { url } = await startHttp(t);
  const port = new URL(url).port;
  const second = await startServer(t, 'viewpoint-mcp', ['--port', port]);
  assert.equal((await second.exit).code, 1);
  assert.match(second.stderr, new RegExp(`Port ${port} already in use`));
});

test('in-flight calls are answered when stdin ends, then the process ends with code 0', async (t) => {
  const server = await startServer(t, 'sensorium', ['--standalone']);
  for (let id = 1; id <= 20; id++) server.send(toolCall(id, 'wire_fault', { action: 'list' }));
  server.endInput();
  assert.deepEqual(await server.exit, { code: 0, signal: null });
  for (let id = 1; id <= 20; id++) assert.ok((await server.answer(id)).result, `call ${id}`);
});
