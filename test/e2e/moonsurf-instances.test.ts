/** Moonsurf's tools on the built command, over its old SSE transport, with real browsers. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { EXTENSION_ORIGIN } from '../../src/contract/extension.ts';
import { moonsurf } from '../../src/profiles/moonsurf.ts';
import { curlSession } from '../kit/curl-session.ts';
import { fetchText, openSse } from '../kit/http.ts';
import { type Message, request, toolCall } from '../kit/json-rpc.ts';
import { startPages } from '../kit/pages.ts';
import { descendants, leftOver } from '../kit/process-tree.ts';
import { root, startServer } from '../kit/start-server.ts';
import { verifies } from '../requirements/verifies.ts';

const LIMIT_MS = 60_000;

async function start(t: TestContext, args: string[] = [], env: Record<string, string> = {}) {
  const server = await startServer(t, 'moonsurf-mcp', ['--port', '0', '--headless', ...args], { env });
  const [, url] = await server.stderrMatch(/listens at (https?:\S+)\/mcp/);
  return { server, url: url! };
}

async function connect(t: TestContext, url: string) {
  const stream = await openSse(t, `${url}/sse`);
  const { data: endpoint } = await stream.event('endpoint');
  let last = 0;
  const ask = async (message: Message): Promise<Message> => {
    await fetchText(endpoint, { body: message, limitMs: LIMIT_MS });
    return stream.answer(message.id ?? null, LIMIT_MS);
  };
  await ask(request(++last, 'initialize', {}));
  const call = async (name: string, args: Record<string, unknown>) =>
    (await ask(toolCall(++last, name, args))).result;
  const data = async (name: string, args: Record<string, unknown>) => {
    const result = await call(name, args);
    return JSON.parse(result.content[0].text);
  };
  return { stream, ask, call, data };
}

const isListenedOn = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => socket.destroy()).once('error', () => {});
    socket.once('close', (isBroken) => resolve(!isBroken));
  });

/** Waits until none of them runs any more. */
async function gone(pids: readonly number[]): Promise<void> {
  assert.deepEqual(await leftOver(pids, 20_000), []);
}

verifies(
  [
    'moonsurf: tools/list: browser_instance',
    'moonsurf: tools/call',
    'moonsurf: tool result format',
    'moonsurf: tool error format',
    'moonsurf: tool error NO_INSTANCE',
    'moonsurf: tool error NOT_CONNECTED',
    'moonsurf: tool error TOOL_ERROR',
  ],
  'list, launch, one block of JSON, and the errors by their codes',
  async (t) => {
    const { url } = await start(t);
    const { ask, call, data } = await connect(t, url);
    const { tools } = (await ask(request('list', 'tools/list'))).result;
    assert.equal(tools.length, 10);
    const schema = tools[0].inputSchema;
    assert.deepEqual(schema.properties.action.enum, ['list', 'new', 'close', 'profiles']);
    assert.deepEqual(schema.required, ['action']);

    const failed = async (name: string, args: Record<string, unknown>) => {
      const result = await call(name, args);
      assert.equal(result.isError, true);
      assert.deepEqual([result.content.length, result.content[0].type], [1, 'text']);
      const { error } = JSON.parse(result.content[0].text);
      assert.deepEqual(Object.keys(error), ['code', 'message']);
      return error;
    };
    assert.equal(
      (await failed('browser_tab', { action: 'list', instanceId: 'inst_none' })).code,
      'NO_INSTANCE',
    );

    const opened = await call('browser_instance', { action: 'new', mode: 'chromium' });
    assert.deepEqual([opened.content.length, opened.content[0].type], [1, 'text']);
    const { instanceId, browserType } = JSON.parse(opened.content[0].text);
    assert.match(instanceId, /^inst_/);
    assert.equal(browserType, 'Chromium');
    const nowhere = { action: 'goto', url: 'http://127.0.0.1:1/' };
    assert.equal((await failed('browser_navigate', nowhere)).code, 'TOOL_ERROR');

    const { instances } = await data('browser_instance', { action: 'list' });
    const other = await data('browser_instance', { action: 'new' });
    const hanging = call('browser_execute', { instanceId, expression: 'new Promise(() => {})' });
    await data('browser_tab', { action: 'list', instanceId: other.instanceId });
    const killedAt = performance.now();
    process.kill(instances[0].pid, 'SIGKILL');
    const result = await hanging;
    assert.ok(performance.now() - killedAt < 1000, 'within a second');
    assert.equal(JSON.parse(result.content[0].text).error.code, 'NOT_CONNECTED');
    assert.equal((await failed('browser_tab', { action: 'list', instanceId })).code, 'NOT_CONNECTED');
    assert.equal((await data('browser_tab', { action: 'list', instanceId: other.instanceId })).count, 1);
    assert.equal((await data('browser_instance', { action: 'new', instanceId })).instanceId, instanceId);
    assert.equal((await data('browser_tab', { action: 'list', instanceId })).count, 1);
  },
);

verifies(
  ['moonsurf: tool error TOOL_TIMEOUT', 'moonsurf: time-out: tool call'],
  'a call ends after 30 s, or when the flag says so',
  async (t) => {
    assert.equal(moonsurf.defaults?.callTimeout, 30);
    const { url } = await start(t, ['--call-timeout', '1']);
    const { call, data } = await connect(t, url);
    await data('browser_instance', { action: 'new' });
    const result = await call('browser_execute', { expression: 'new Promise(() => {})' });
    const { code, message } = JSON.parse(result.content[0].text).error;
    assert.equal(code, 'TOOL_TIMEOUT');
    assert.match(message, /within 1 s/);
    assert.deepEqual(await data('sleep', { duration: 1500 }), { slept: 1500 }, 'a wait has its own time');
  },
);

verifies('moonsurf: example session: launch', async (t) => {
  const { server, url } = await start(t);
  const session = await curlSession(t, url);
  await session.post(request(1, 'initialize', {}));
  await session.post(request(2, 'tools/list'));
  assert.deepEqual(await descendants(server.pid), [], 'nothing runs before a browser is asked for');
  await session.post(toolCall(3, 'browser_instance', { action: 'new', mode: 'chromium' }));
  const { result } = await session.answer(3, LIMIT_MS);
  assert.match(JSON.parse(result.content[0].text).instanceId, /^inst_/);
  assert.notDeepEqual(await descendants(server.pid), []);
});

test('ten browsers at once, each its own, all worked in side by side; nothing is left', async (t) => {
  const pages = await startPages();
  t.after(() => pages.close());
  const first = 20_000 + (process.pid % 20_000);
  const { server, url } = await start(t, ['--instance-ports', `${first}-${first + 500}`]);
  const { data } = await connect(t, url);
  const opened = await Promise.all(
    Array.from({ length: 10 }, (_, i) => data('browser_instance', { action: 'new', name: `n${i}` })),
  );
  const ids: string[] = opened.map(({ instanceId }) => instanceId);
  assert.equal(new Set(ids).size, 10);
  const { instances } = await data('browser_instance', { action: 'list' });
  const pids: number[] = instances.map(({ pid }: { pid: number }) => pid);
  assert.equal(new Set(pids).size, 10);
  const ports: number[] = instances.map(({ port }: { port: number }) => port);
  assert.equal(new Set(ports).size, 10);
  assert.deepEqual(new Set(await Promise.all(ports.map(isListenedOn))), new Set([true]));
  const seen = await Promise.all(
    ids.map(async (instanceId, i) => {
      await data('browser_navigate', {
        action: 'goto',
        instanceId,
        url: pages.url(`/set-cookie?value=${i}`),
      });
      return (await data('browser_execute', { instanceId, expression: 'document.cookie' })).result;
    }),
  );
  assert.deepEqual(
    seen,
    ids.map((_, i) => `seen=${i}`),
    'each has its own profile',
  );
  const below = descendants(server.pid);
  assert.ok(below.length >= 10);
  await Promise.all(ids.map((instanceId) => data('browser_instance', { action: 'close', instanceId })));
  await gone(below);
  const left = (await readdir(server.home)).filter((name) => /playwright|profile/.test(name));
  assert.deepEqual(left, [], 'no folder of a browser');
  assert.deepEqual(new Set(await Promise.all(ports.map(isListenedOn))), new Set([false]));
  assert.match((await fetchText(`${url}/metrics`)).text, /sensorium_instance_launches_total 10\n/);
});

test('a thousand bogus registrations, a port that is taken and a client that vanishes leave nothing', async (t) => {
  const { server, url } = await start(t);
  const memory = async () =>
    Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))![1]);
  const open = async () => (await readdir(`/proc/${server.pid}/fd`)).length;
  await fetchText(`${url}/health`);
  const [before, files] = [await memory(), await open()];
  for (let i = 0; i < 20; i++) {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        fetchText(`${url}/register`, { body: { userAgent: `x${n}`, windowId: n } }),
      ),
    );
    assert.ok(replies.every(({ status }) => status === 410));
  }
  assert.ok((await memory()) - before < 60_000, 'kilobytes');
  assert.ok((await open()) - files < 20, 'sockets');

  const taken = new URL(url).port;
  const second = await startServer(t, 'moonsurf-mcp', ['--port', taken]);
  assert.equal((await second.exit).code, 1);
  assert.match(second.stderr, /Port \d+ already in use/);

  const client = await connect(t, url);
  await client.data('browser_instance', { action: 'new' });
  const below = descendants(server.pid);
  assert.ok(below.length > 0);
  client.stream.close();
  await gone(below);
  assert.equal(JSON.parse((await fetchText(`${url}/health`)).text).connectedInstances, 0);
});

test('SIGTERM with open streams and browsers: over within five seconds, and no process is left', async (t) => {
  const { server, url } = await start(t);
  const clients = await Promise.all([connect(t, url), connect(t, url)]);
  await Promise.all(clients.map(({ data }) => data('browser_instance', { action: 'new' })));
  const below = descendants(server.pid);
  const asked = performance.now();
  server.kill('SIGTERM');
  await server.exit;
  assert.ok(performance.now() - asked < 5000);
  await gone(below);
});

test('callers without a session are known by their key: neither sees, uses or closes what another opened', async (t) => {
  const { url } = await start(t, ['--api-keys', 'first-key,second-key']);
  const as = (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const ask = async (path: string, body?: unknown) =>
      JSON.parse((await fetchText(`${url}${path}`, { body, headers, limitMs: LIMIT_MS })).text);
    const ids = async () => (await ask('/instances')).instances.map(({ id }: { id: string }) => id);
    return { ask, ids, call: (tool: string, args: unknown) => ask(`/api/tools/${tool}`, args) };
  };
  const [one, two] = [as('first-key'), as('second-key')];
  const { instanceId } = (await one.call('browser_instance', { action: 'new' })).result;
  assert.deepEqual([await one.ids(), await two.ids()], [[instanceId], []]);
  const there = { instanceId, expression: '1' };
  assert.equal((await two.call('browser_execute', there)).error.code, 'NO_INSTANCE');
  assert.equal((await two.call('browser_instance', { action: 'close', instanceId })).result.success, false);
  const commands = [{ tool_name: 'browser_execute', args: { expression: '1' } }];
  const { taskId } = await one.ask('/tasks', { task_name: 'mine', commands });
  assert.equal((await one.ask(`/tasks/${taskId}`)).task.instanceId, instanceId, 'its current browser');
  assert.deepEqual((await two.ask('/tasks')).tasks, []);
  assert.match((await two.ask(`/tasks/${taskId}`)).error, /No task/);
  assert.equal((await one.call('browser_execute', there)).result.result, 1);
});

test('over TLS with two keys: https, and nothing without one of them', async (t) => {
  const { server } = await startTls(t);
  const [, url] = await server.stderrMatch(/listens at (https:\S+)\/mcp/);
  const curl = async (...args: string[]) =>
    (await promisify(execFile)('curl', ['-sk', '-o', '/dev/null', '-w', '%{http_code}', ...args])).stdout;
  assert.equal(await curl(`${url}/health`), '200');
  assert.equal(await curl(`${url}/instances`), '401');
  for (const key of ['first-key', 'second-key'])
    assert.equal(await curl('-H', `Authorization: Bearer ${key}`, `${url}/instances`), '200');
});

async function startTls(t: TestContext) {
  const server = await startServer(t, 'moonsurf-mcp', ['--help']);
  await server.exit;
  const [cert, key] = [`${server.home}/cert.pem`, `${server.home}/key.pem`];
  const subject = ['-subj', '/CN=localhost', '-days', '2'];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert],
    ...subject,
  ]);
  const env = {
    PORT: '0',
    TLS_ENABLED: 'true',
    TLS_CERT_PATH: cert,
    TLS_KEY_PATH: key,
    AUTH_ENABLED: 'true',
    AUTH_TOKENS: 'first-key,second-key',
  };
  return { server: await startServer(t, 'moonsurf-mcp', [], { env }) };
}

test('an instance with our extension in it is told as one without, and is worked in alike', async (t) => {
  const { url } = await start(t);
  const { data } = await connect(t, url);
  const rowOf = async (args: object) => {
    const opened = await data('browser_instance', { action: 'new', mode: 'chromium', ...args });
    const { instanceId } = opened;
    const { instances } = await data('browser_instance', { action: 'list' });
    const row = instances.find(({ id }: { id: string }) => id === instanceId);
    const { browserType, mode, profile, state, windowId } = row;
    assert.equal(typeof windowId, 'number');
    return { instanceId, isLoaded: opened.extensionAutoLoaded, row: { browserType, mode, profile, state } };
  };
  const without = await rowOf({});
  const loaded = await rowOf({ extensions: [join(root, 'dist', 'extension')] });
  assert.deepEqual(loaded.row, without.row);
  assert.deepEqual([without.isLoaded, loaded.isLoaded], [false, true]);
  const { instanceId } = loaded;
  await data('browser_navigate', { action: 'goto', instanceId, url: `${EXTENSION_ORIGIN}/popup.html` });
  const { result } = await data('browser_execute', {
    instanceId,
    expression: `document.querySelector('h1').textContent`,
  });
  assert.equal(result, 'Sensorium');
});
