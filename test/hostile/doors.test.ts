/** Another user of the machine, a page and a careless setting at the ports of the commands that ask their own user for no key. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { WebSocket } from 'ws';
import { startFront } from '../kit/echo-front.ts';
import { fetchText, openSse, rpc } from '../kit/http.ts';
import { initialize, request, toolCall } from '../kit/json-rpc.ts';
import { needsRoot, statusesAsOther, type Wanted } from '../kit/other-user.ts';
import { startServer } from '../kit/start-server.ts';

const list = request(1, 'tools/list');
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const post = (url: string, body: unknown): Wanted => ({ url, headers, body: JSON.stringify(body) });
const upgrade = (url: string): Wanted => ({
  url,
  headers: {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  },
});

async function socketOpens(t: TestContext, url: string): Promise<boolean> {
  const socket = new WebSocket(url);
  t.after(() => socket.terminate());
  return new Promise((resolve) => {
    socket.on('open', () => resolve(true)).on('error', () => resolve(false));
  });
}

test('moonsurf-mcp: its own user needs no key on any port, another user does', {
  skip: needsRoot,
}, async (t) => {
  const server = await startServer(t, 'moonsurf-mcp', ['--port', '0', '--tasks-port', '0']);
  const said = /listens at (http:\/\/localhost:\d+)\/mcp, and on port (\d+)\nAPI key: (\S+) \(your own user/;
  const [, origin = '', tasks, key = ''] = await server.stderrMatch(said);
  const ports = [origin, `http://127.0.0.1:${tasks}`];
  const strangers = ports.flatMap((base) => [
    post(`${base}/mcp`, list),
    post(`${base}/mcp`, initialize(1)),
    { url: `${base}/sse` },
    post(`${base}/message?sessionId=x`, list),
    { url: `${base}/api/tools` },
    post(`${base}/api/tools/browser_instance`, { action: 'list' }),
    post(`${base}/tasks`, { task_name: 'a', commands: [{ tool_name: 'browser_instance' }] }),
    ...['/tasks', '/tasks/events', '/instances', '/journal', '/metrics'].map((path) => ({
      url: base + path,
    })),
    upgrade(`${base}/tasks/ws`),
    upgrade(`${base}/`),
  ]);
  assert.deepEqual(
    await statusesAsOther(strangers),
    strangers.map(() => 401),
  );
  assert.deepEqual(
    await statusesAsOther([{ url: `${origin}/tasks`, headers: { Authorization: `Bearer ${key}` } }]),
    [200],
  );
  for (const base of [...ports, ports[0]!.replace('localhost', '[::1]')]) {
    assert.equal((await rpc(`${base}/mcp`, list)).status, 200, base);
    assert.equal((await fetchText(`${base}/api/tools`)).status, 200);
    assert.equal((await fetchText(`${base}/tasks`)).status, 200);
    assert.ok(await socketOpens(t, `${base.replace('http', 'ws')}/tasks/ws`), base);
    const stream = await openSse(t, `${base}/sse`);
    const { data: url } = await stream.event('endpoint');
    await rpc(url, initialize(1));
    assert.equal((await stream.answer(1)).result.serverInfo.name, 'moonsurf-mcp');
  }
  const proxied = await rpc(`${origin}/mcp`, list, { headers: { 'x-forwarded-for': '192.0.2.1' } });
  assert.equal(proxied.status, 401, 'what a proxy of our own user passes on');
  assert.equal((await rpc(`${origin}/mcp`, list, { key: 'made-up' })).status, 403);
});

test('rawprox and gasoline-mcp: the same', { skip: needsRoot }, async (t) => {
  for (const [command, flag] of [
    ['rawprox', '--mcp-port'],
    ['gasoline-mcp', '--port'],
  ] as const) {
    const server = await startServer(t, command, [flag, '0']);
    const [, url = ''] = await server.stderrMatch(
      /listens at (http:\S+)\nAPI key: \S+ \(your own user on this/,
    );
    assert.deepEqual(await statusesAsOther([post(url, list)]), [401], command);
    assert.equal((await rpc(url, list)).status, 200, command);
  }
});

test('gasoline-mcp on stdio says that it opens a port, and that port asks others for a key', {
  skip: needsRoot,
}, async (t) => {
  const server = await startServer(t, 'gasoline-mcp', ['--standalone']);
  await server.initialize();
  assert.doesNotMatch(server.stderr, /7890/);
  await server.call('observe', { what: 'nothing of ours' });
  const [said] = await server.stderrMatch(
    /listens at http:\S+:7890\/mcp\nAPI key: \S+ \(your own|serves stdio only.*7890/,
  );
  if (!said.startsWith('listens')) return t.diagnostic('port 7890 is taken by another process');
  assert.deepEqual(await statusesAsOther([post('http://127.0.0.1:7890/mcp', list)]), [401]);
  assert.equal((await rpc('http://127.0.0.1:7890/mcp', list)).status, 200);
});

test('with --no-key everybody on the machine may call, and that is said', { skip: needsRoot }, async (t) => {
  const server = await startServer(t, 'rawprox', ['--mcp-port', '0', '--no-key']);
  const [, url = ''] = await server.stderrMatch(
    /listens at (http:\S+)\nNo key is needed \(--no-key\): every user/,
  );
  assert.deepEqual(await statusesAsOther([post(url, list)]), [200]);
});

test('settings that let in more than was meant are refused at the start', async (t) => {
  const refused = async (command: 'rawprox' | 'moonsurf-mcp' | 'gasoline-mcp', ...args: string[]) => {
    const server = await startServer(t, command, args);
    const { code } = await server.exit;
    assert.equal(code, server.stderr.includes('cannot be used together') ? 1 : 2, server.stderr);
    return server.stderr;
  };
  assert.match(
    await refused('rawprox', '--mcp-port', '0', '--allowed-hosts=*'),
    /--allowed-hosts \*: without a key .* --api-key/,
  );
  assert.match(
    await refused('moonsurf-mcp', '--allowed-origins', 'null', '--no-key'),
    /--allowed-origins null: without a key .* --api-key/,
  );
  // On stdio too, where the port is opened only by the first call.
  assert.match(
    await refused('gasoline-mcp', '--allowed-origins', '*'),
    /--allowed-origins \*: without a key/,
  );
  assert.match(
    await refused('gasoline-mcp', '--no-key', '--api-key', '12345678'),
    /--no-key and --api-key cannot be used together/,
  );
  assert.match(
    await refused('moonsurf-mcp', '--no-key', '--host', '0.0.0.0'),
    /--no-key: other machines reach/,
  );
  assert.match(
    await refused('gasoline-mcp', '--no-key', '--public-url', 'https://x.example'),
    /--no-key and --public-url/,
  );
});

test('behind a proxy everybody needs the key', async (t) => {
  const server = await startServer(t, 'moonsurf-mcp', ['--port', '0', '--public-url', 'https://x.example']);
  const [, port] = await server.stderrMatch(/on port (\d+) of this machine\nAPI key: [0-9a-f]{64}\n/);
  assert.equal((await rpc(`http://127.0.0.1:${port}/mcp`, list)).status, 401);
});

test('two Host headers are refused, whichever comes first', async (t) => {
  const { port } = await startFront(t);
  for (const hosts of [
    'Host: localhost\r\nHost: evil.example',
    'Host: evil.example\r\nhost: localhost',
    'Host: localhost\r\nHost: localhost',
  ]) {
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    const body = JSON.stringify(toolCall(1, 'echo'));
    const head = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
    socket.write(`POST /mcp HTTP/1.1\r\n${hosts}\r\n${head}\r\n\r\n${body}`);
    let text = '';
    for await (const chunk of socket) text += chunk;
    assert.match(text, /^HTTP\/1\.1 400 [\s\S]*one Host header/, hosts);
  }
});
