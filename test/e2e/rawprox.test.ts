/** RawProx as its users know it: the command line, the log and the five tools, on the built command. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { freePort } from '../kit/free-port.ts';
import { fetchText, openSse, rpc } from '../kit/http.ts';
import { initialize, type Message, request, ruledPort, toolCall } from '../kit/json-rpc.ts';
import { scratch } from '../kit/scratch.ts';
import { type ServerProcess, startServer } from '../kit/start-server.ts';
import { echoServer, exchange, portOf } from '../kit/tcp.ts';
import { until } from '../kit/wire-rig.ts';
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

function logText(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

const logged = (folder: string): Record<string, unknown>[] =>
  logText(folder)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

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
    assert.equal((await fetchText(endpoint.replace('/mcp', '/other'), { body: {} })).status, 404);
    assert.doesNotMatch(server.stderr, /Usage|LOCAL_PORT/);
    for (const line of server.lines.all) JSON.parse(line);
  },
);

verifies(all('001', '024'), 'a port that is given is the one it listens on', async (t) => {
  const port = await freePort();
  const server = await startServer(t, 'rawprox', ['--mcp-port', String(port)]);
  const { endpoint } = await event(server, 'mcp-ready');
  assert.equal(endpoint, `http://localhost:${port}/mcp`);
  assert.equal((await rpc(String(endpoint), request(1, 'ping'))).status, 200);
});

verifies(
  all('004', '018'),
  'with a rule, mcp-ready stands on STDOUT among the log of the traffic',
  async (t) => {
    const target = await echoServer(t);
    const port = await freePort();
    const { server, call } = await startControlled(t, `${port}:127.0.0.1:${target}`);
    assert.equal((await exchange(port, 'by the rule')).toString(), 'by the rule');
    await server.lines.first((line) => line.includes('"event":"close"'), 'close');
    const records = server.lines.all.map((line) => JSON.parse(line));
    assert.deepEqual(records.map((record) => record.event ?? record.data).sort(), [
      'by the rule',
      'by the rule',
      'close',
      'mcp-ready',
      'open',
      'start-logging',
    ]);
    const times = records.map((record) => String(record.time));
    assert.deepEqual(times, times.toSorted());
    // The rule of the command line is one like any other.
    await call('remove-port-rule', { local_port: port });
    await assert.rejects(exchange(port, 'x'), /ECONNREFUSED/);
  },
);

verifies(all('007'), 'a session over HTTP whose answers come as server-sent events', async (t) => {
  const target = await echoServer(t);
  const { endpoint } = await startControlled(t);
  const headers = { accept: 'text/event-stream' };
  const opened = await rpc(endpoint, initialize(1), { headers });
  assert.match(opened.headers['content-type']!, /^text\/event-stream/);
  assert.equal(opened.answer!.result.serverInfo.name, 'rawprox');
  const session = String(opened.headers['mcp-session-id']);
  const rule = { local_port: 0, target_host: '127.0.0.1', target_port: target };
  const added = await rpc(endpoint, toolCall(2, 'add-port-rule', rule), { headers, session });
  assert.match(added.headers['content-type']!, /^text\/event-stream/);
  assert.match(added.text, /^event: message\ndata: \{/m);
  const port = ruledPort(added.answer!.result);
  assert.equal((await exchange(port, 'through')).toString(), 'through');
  // What the server says by itself has a stream of its own; a client that takes JSON gets JSON.
  const stream = await openSse(t, endpoint, { 'mcp-session-id': session });
  assert.equal(stream.status, 200);
  assert.match(stream.headers['content-type']!, /^text\/event-stream/);
  const plain = await rpc(endpoint, request(3, 'tools/list'), {
    session,
    headers: { accept: 'application/json' },
  });
  assert.match(plain.headers['content-type']!, /^application\/json/);
  assert.equal(plain.answer!.result.tools.length, 5);
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
      { local_port: 'none', target_host: 'x', target_port: 1 },
      { local_port: 0, target_host: [], target_port: 1 },
      { local_port: 0, target_host: 'x', target_port: 1.5 },
    ]) {
      assert.equal((await call('add-port-rule', missing)).error!.code, -32602);
    }
    for (const wrong of [{}, { local_port: 'none' }])
      assert.equal((await call('remove-port-rule', wrong)).error!.code, -32602);
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
    const output = await scratch(t);
    const { server, call } = await startControlled(t, '--wire-host', '127.0.0.1', '--output-dir', output);
    const [one, two] = [join(output, 'one'), join(output, 'two')];
    const added = await call('add-port-rule', {
      local_port: 0,
      target_host: '127.0.0.1',
      target_port: target,
    });
    const port = ruledPort(added.result);
    await call('start-logging', { directory: one });
    await call('start-logging', { directory: two, filename_format: 'fixed.ndjson' });
    await exchange(port, 'first');
    await server.lines.first((line) => line.includes('"event":"close"'), 'close');
    await call('stop-logging', { directory: one });
    await call('stop-logging', { directory: null });
    const printed = server.lines.all.length;
    await exchange(port, 'second');
    await call('stop-logging');
    await exchange(port, 'third');
    await call('start-logging', { directory: null });
    await exchange(port, 'fourth');
    await server.lines.first((line) => line.includes('"data":"fourth"'), 'the log on STDOUT');
    assert.deepEqual(readdirSync(two), ['fixed.ndjson']);
    assert.match(readdirSync(one)[0]!, /^rawprox_\d{4}-\d\d-\d\d-\d\d\.ndjson$/);
    assert.deepEqual(dataOf(logged(one)), ['first', 'first']);
    assert.deepEqual(dataOf(logged(two)), ['first', 'first', 'second', 'second']);
    assert.equal(logged(two)[0]!.event, 'start-logging');
    assert.equal(logged(two).at(-1)!.event, 'stop-logging');
    const after = server.lines.all.slice(printed).filter((line) => /second|third/.test(line));
    assert.deepEqual(after, []);
    const nameless = await call('start-logging', { directory: null, filename_format: 'x' });
    assert.equal(nameless.error!.code, -32602);
  },
);

verifies(
  all('018', '023'),
  'rules, @directory and --mcp-port together: forwarding and logging start at once, and tools work',
  async (t) => {
    const target = await echoServer(t);
    const folder = await scratch(t);
    const port = await freePort();
    const { server, call } = await startControlled(t, `${port}:127.0.0.1:${target}`, `@${folder}`);
    // Nobody has called a tool yet.
    assert.equal((await exchange(port, 'by the rule')).toString(), 'by the rule');
    const second = await call('add-port-rule', {
      local_port: 0,
      target_host: 'localhost',
      target_port: target,
    });
    await exchange(ruledPort(second.result), 'by a tool');
    const closes = /"event":"close".*"event":"close"/s;
    await until('both connections are in the log', () => closes.test(logText(folder)));
    const stopped = await call('stop-logging', { directory: folder });
    assert.match(stopped.result.content[0].text, /Stopped logging/);
    const records = logged(folder);
    const [first, ...traffic] = records;
    assert.deepEqual([first!.event, first!.directory], ['start-logging', folder]);
    const ids = [...new Set(traffic.flatMap(({ ConnID }) => (ConnID ? [String(ConnID)] : [])))];
    const of = (id: string | undefined) => traffic.filter(({ ConnID }) => ConnID === id);
    assert.equal(ids.length, 2);
    for (const [id, said] of [
      [ids[0], 'by the rule'],
      [ids[1], 'by a tool'],
    ]) {
      assert.match(id!, /^[0-9A-Za-z]{8}$/);
      assert.deepEqual(
        of(id).map((record) => record.event ?? decodeURIComponent(String(record.data))),
        ['open', said, said, 'close'],
      );
      assert.deepEqual(Object.keys(of(id)[0]!), ['time', 'ConnID', 'event', 'from', 'to']);
      assert.deepEqual(Object.keys(of(id)[1]!), ['time', 'ConnID', 'data', 'from', 'to']);
    }
    assert.equal(of(ids[0])[0]!.to, `127.0.0.1:${target}`);
    assert.equal(traffic.at(-1)!.event, 'stop-logging');
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
  await exchange(ruledPort(added.result), 'last words');
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
    const socket = connect(ruledPort(added.result), '127.0.0.1');
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
