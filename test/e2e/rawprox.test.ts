/** RawProx as its users know it: the command line, the log and the five tools, on the built command. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fetchText, rpc } from '../kit/http.ts';
import { initialize, type Message, request, toolCall } from '../kit/json-rpc.ts';
import { scratch } from '../kit/scratch.ts';
import { type ServerProcess, startServer } from '../kit/start-server.ts';
import { echoServer, exchange, portOf } from '../kit/tcp.ts';
import { verifies } from '../requirements/verifies.ts';

const all = (...numbers: string[]) => numbers.map((number) => `rawprox: REQ_MCP_${number}`);

interface Controlled {
  readonly server: ServerProcess;
  readonly endpoint: string;
  call(name: string, args?: Record<string, unknown>): Promise<Message>;
}

/** Starts it with --mcp-port 0 and waits until it says where it listens. */
async function startControlled(t: TestContext, ...args: string[]): Promise<Controlled> {
  const server = await startServer(t, 'rawprox', ['--mcp-port', '0', '--flush-millis', '20', ...args]);
  const ready = await event(server, 'mcp-ready');
  const endpoint = String(ready.endpoint);
  const call = async (name: string, given?: Record<string, unknown>) =>
    (await rpc(endpoint, toolCall(1, name, given))).answer!;
  return { server, endpoint, call };
}

async function event(server: ServerProcess, name: string): Promise<Record<string, unknown>> {
  const line = await server.lines.first((text) => text.includes(`"event":"${name}"`), name);
  return JSON.parse(line);
}

function logged(folder: string): Record<string, unknown>[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

const dataOf = (records: Record<string, unknown>[]) =>
  records.filter((record) => 'data' in record).map((record) => decodeURIComponent(String(record.data)));

verifies(
  all('001', '002', '003', '004', '005', '006', '021', '024', '025', '026'),
  'alone with --mcp-port 0 it says where it listens, waits, and shows no help',
  async (t) => {
    const { server, endpoint } = await startControlled(t);
    const ready = await event(server, 'mcp-ready');
    assert.deepEqual(Object.keys(ready), ['time', 'event', 'endpoint']);
    assert.match(String(ready.time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    assert.match(endpoint, /^http:\/\/localhost:\d+\/mcp$/);
    const reply = await rpc(endpoint, request(1, 'ping'));
    assert.equal(reply.status, 200);
    assert.match(reply.headers['content-type']!, /^application\/json/);
    assert.doesNotMatch(server.stderr, /Usage/);
    for (const line of server.lines.all) JSON.parse(line);
  },
);

verifies(all('007'), 'what must be streamed comes as server-sent events', async (t) => {
  const { endpoint } = await startControlled(t);
  const old = await fetchText(endpoint.replace('/mcp', '/message?sessionId=none'), { body: {} });
  assert.equal(old.status, 404);
  const opened = await rpc(endpoint, initialize(1));
  const session = String(opened.headers['mcp-session-id']);
  const response = await fetch(endpoint, {
    headers: { accept: 'text/event-stream', 'mcp-session-id': session },
  });
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
  await response.body!.cancel();
});

verifies(
  all('008', '019', '022', '027', '028'),
  'initialize is answered with version, capabilities and server info',
  async (t) => {
    const { endpoint } = await startControlled(t);
    const { answer } = await rpc(endpoint, initialize(1, '2024-11-05'));
    assert.equal(answer!.result.protocolVersion, '2024-11-05');
    assert.deepEqual(answer!.result.capabilities.tools, {});
    assert.equal(answer!.result.serverInfo.name, 'rawprox');
    assert.match(answer!.result.serverInfo.version, /^\d+\.\d+\.\d+/);
  },
);

verifies(
  all('009', '029', '034', '035', '036', '037', '038', '039', '016', '033'),
  'the five tools with exactly these schemas',
  async (t) => {
    const { endpoint } = await startControlled(t);
    const { answer } = await rpc(endpoint, request(1, 'tools/list'));
    const tools: { name: string; description: string; inputSchema: Record<string, unknown> }[] =
      answer!.result.tools;
    for (const tool of tools) assert.ok(tool.description.length > 10);
    const types = (schema: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(schema.properties as Record<string, { type: unknown }>).map(([name, { type }]) => [
          name,
          type,
        ]),
      );
    const shown = Object.fromEntries(
      tools.map(({ name, inputSchema }) => [name, [types(inputSchema), inputSchema.required]]),
    );
    assert.deepEqual(shown, {
      'start-logging': [{ directory: ['string', 'null'], filename_format: 'string' }, undefined],
      'stop-logging': [{ directory: ['string', 'null'] }, undefined],
      'add-port-rule': [
        { local_port: 'integer', target_host: 'string', target_port: 'integer' },
        ['local_port', 'target_host', 'target_port'],
      ],
      'remove-port-rule': [{ local_port: 'integer' }, ['local_port']],
      shutdown: [{}, undefined],
    });
  },
);

verifies(
  all('010', '014', '015', '017', '030', '031', '032'),
  'rules are added and removed at run time',
  async (t) => {
    const target = await echoServer(t);
    const { call } = await startControlled(t);
    const added = await call('add-port-rule', {
      local_port: 0,
      target_host: '127.0.0.1',
      target_port: target,
    });
    assert.equal(added.result.content[0].type, 'text');
    const port = Number(/port (\d+)/.exec(added.result.content[0].text)![1]);
    assert.equal((await exchange(port, 'hello')).toString(), 'hello');
    const removed = await call('remove-port-rule', { local_port: port });
    assert.match(removed.result.content[0].text, new RegExp(`${port}`));
    await assert.rejects(exchange(port, 'x'), /ECONNREFUSED/);
    for (const missing of [
      { target_host: 'x', target_port: 1 },
      { local_port: 0, target_port: 1 },
      { local_port: 0, target_host: 'x' },
    ]) {
      assert.equal((await call('add-port-rule', missing)).error!.code, -32602);
    }
    assert.equal((await call('remove-port-rule', {})).error!.code, -32602);
  },
);

verifies(all('011'), 'a tool that fails is a JSON-RPC error with a code and a sentence', async (t) => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  t.after(() => blocker.close());
  const busy = portOf(blocker.address());
  const { call } = await startControlled(t);
  const failed = await call('add-port-rule', { local_port: busy, target_host: '127.0.0.1', target_port: 1 });
  assert.equal(failed.error!.code, -32000);
  assert.match(failed.error!.message, new RegExp(`Port ${busy} already in use`));
  assert.equal((await call('remove-port-rule', { local_port: 1 })).error!.code, -32602);
  assert.equal((await call('stop-logging', { directory: '/nowhere' })).error!.code, -32602);
  assert.equal((await call('no-such-tool')).error!.code, -32601);
});

verifies(
  all('012', '013'),
  'logging starts and stops, to STDOUT and to directories, several at once',
  async (t) => {
    const target = await echoServer(t);
    const { server, call } = await startControlled(t, '--wire-host', '127.0.0.1');
    const [one, two] = [await scratch(t), await scratch(t)];
    const added = await call('add-port-rule', {
      local_port: 0,
      target_host: '127.0.0.1',
      target_port: target,
    });
    const port = added.result.structuredContent.local_port;
    await call('start-logging', { directory: one });
    await call('start-logging', { directory: two, filename_format: 'fixed.ndjson' });
    await exchange(port, 'first');
    await server.lines.first((line) => line.includes('"event":"close"'), 'close');
    await call('stop-logging', { directory: one });
    await call('stop-logging', { directory: null });
    const printed = server.lines.all.length;
    await exchange(port, 'second');
    await call('stop-logging');
    assert.deepEqual(readdirSync(two), ['fixed.ndjson']);
    assert.match(readdirSync(one)[0]!, /^rawprox_\d{4}-\d\d-\d\d-\d\d\.ndjson$/);
    assert.deepEqual(dataOf(logged(one)), ['first', 'first']);
    assert.deepEqual(dataOf(logged(two)), ['first', 'first', 'second', 'second']);
    assert.equal(logged(two)[0]!.event, 'start-logging');
    assert.equal(logged(two).at(-1)!.event, 'stop-logging');
    const after = server.lines.all.slice(printed).filter((line) => line.includes('second'));
    assert.deepEqual(after, []);
    const nameless = await call('start-logging', { directory: null, filename_format: 'x' });
    assert.equal(nameless.error!.code, -32602);
  },
);

verifies(
  all('018', '023'),
  'rules, @directory and --mcp-port together: forwarding and logging start at once',
  async (t) => {
    const target = await echoServer(t);
    const folder = await scratch(t);
    const { server, call } = await startControlled(t, `0:127.0.0.1:${target}`, `@${folder}`);
    // The rule's port was the system's choice: the log of a first connection through a second rule tells the rest.
    const second = await call('add-port-rule', {
      local_port: 0,
      target_host: 'localhost',
      target_port: target,
    });
    await exchange(second.result.structuredContent.local_port, 'ping');
    const stopped = await call('stop-logging', { directory: folder });
    assert.match(stopped.result.content[0].text, /Stopped logging/);
    const records = logged(folder);
    assert.deepEqual(
      records.map((record) => record.event ?? 'data'),
      ['start-logging', 'open', 'data', 'data', 'close', 'stop-logging'],
    );
    assert.deepEqual(Object.keys(records[1]!), ['time', 'ConnID', 'event', 'from', 'to']);
    assert.deepEqual(Object.keys(records[2]!), ['time', 'ConnID', 'data', 'from', 'to']);
    assert.match(String(records[1]!.ConnID), /^[0-9A-Za-z]{8}$/);
    assert.deepEqual(
      server.lines.all.filter((line) => !line.includes('mcp-ready')),
      [],
    );
  },
);

verifies(all('016', '020'), 'shutdown answers, flushes and ends the process with code 0', async (t) => {
  const target = await echoServer(t);
  const folder = await scratch(t);
  const { server, call } = await startControlled(t, `@${folder}`, '--flush-millis', '60000');
  const added = await call('add-port-rule', { local_port: 0, target_host: '127.0.0.1', target_port: target });
  await exchange(added.result.structuredContent.local_port, 'last words');
  const answer = await call('shutdown');
  assert.match(answer.result.content[0].text, /Shutting down/);
  assert.deepEqual(await server.exit, { code: 0, signal: null });
  assert.deepEqual(dataOf(logged(folder)), ['last words', 'last words']);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} flushes and exits 0, with connections open`, async (t) => {
    const target = await echoServer(t);
    const folder = await scratch(t);
    const { server, call } = await startControlled(t, `@${folder}`, '--flush-millis', '60000');
    const added = await call('add-port-rule', {
      local_port: 0,
      target_host: '127.0.0.1',
      target_port: target,
    });
    const socket = connect(added.result.structuredContent.local_port, '127.0.0.1');
    socket.on('error', () => undefined);
    t.after(() => socket.destroy());
    socket.write('still open');
    await once(socket, 'data');
    server.kill(signal);
    assert.deepEqual(await server.exit, { code: 0, signal: null });
    assert.deepEqual(dataOf(logged(folder)), ['still open', 'still open']);
  });
}

test('neither rules nor --mcp-port: help on STDERR, nothing on STDOUT', async (t) => {
  const server = await startServer(t, 'rawprox');
  assert.equal((await server.exit).code, 0);
  assert.match(server.stderr, /LOCAL_PORT:TARGET_HOST:TARGET_PORT/);
  assert.deepEqual(server.lines.all, []);
});

const refusals: [title: string, args: string[], code: number, words: RegExp][] = [
  ['@DIRECTORY without rules', ['@logs'], 2, /@DIRECTORY/],
  [
    '--filename-format without @DIRECTORY',
    ['--filename-format', 'x', '0:localhost:1'],
    2,
    /--filename-format.*@DIRECTORY/,
  ],
  ['an unknown flag', ['--mcp-prot', '0'], 2, /--mcp-prot.*--mcp-port/],
  ['a port out of range', ['--mcp-port', '70000'], 2, /--mcp-port.*65535/],
  ['a rule that is none', ['8080:host'], 2, /8080:host.*LOCAL_PORT:TARGET_HOST:TARGET_PORT/],
  ['two directories', ['0:localhost:1', '@a', '@b'], 2, /@b/],
];
for (const [title, args, code, words] of refusals) {
  test(`${title}: one sentence on STDERR, exit ${code}`, async (t) => {
    const server = await startServer(t, 'rawprox', args);
    assert.equal((await server.exit).code, code);
    assert.match(server.stderr, words);
    assert.equal(server.stderr.trim().split('\n').length, 1);
    assert.deepEqual(server.lines.all, []);
  });
}

test('a busy port is named on STDERR, exit 1', async (t) => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  t.after(() => blocker.close());
  const busy = portOf(blocker.address());
  for (const args of [[`${busy}:localhost:1`], ['--mcp-port', String(busy)]]) {
    const server = await startServer(t, 'rawprox', args);
    assert.equal((await server.exit).code, 1);
    assert.match(server.stderr, new RegExp(`Port ${busy} already in use`));
  }
});
