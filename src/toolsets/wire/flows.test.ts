import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import test, { type TestContext } from 'node:test';
import { seen } from '../../../test/kit/record.ts';
import { echoServer, exchange, portOf } from '../../../test/kit/tcp.ts';
import { type WireKit, wireKit, words } from '../../../test/kit/wire-kit.ts';
import { serve, until } from '../../../test/kit/wire-rig.ts';
import { wireExport } from './wire-export.ts';
import { wireFlow } from './wire-flow.ts';
import { wireFlows } from './wire-flows.ts';
import { wireReplay } from './wire-replay.ts';

async function webServer(t: TestContext, answer: (url: string) => string): Promise<number> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end(answer(request.url ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return portOf(server.address());
}

interface Listed {
  rules: { port: number; open: number; connections: number; up_bytes: number; down_bytes: number }[];
  flows: {
    id: string;
    protocol?: string;
    up_bytes: number;
    down_bytes: number;
    ended: string;
    start: string;
    port: number;
  }[];
  next_cursor?: string;
}
const list = async (kit: WireKit, args: Record<string, unknown> = {}) =>
  (await kit.call(wireFlows, args)).data as unknown as Listed;

/** One HTTP flow and one of plain bytes, both ended. */
async function twoFlows(t: TestContext) {
  const kit = await wireKit(t);
  const web = await kit.rule(await webServer(t, (url) => `you asked for ${url}`));
  const raw = await kit.rule(await echoServer(t));
  await fetch(`http://127.0.0.1:${web}/first`, { headers: { connection: 'close' } }).then((r) => r.text());
  await kit.settled();
  await exchange(raw, Buffer.from([0, 1, 2, 250, 251]));
  await kit.settled();
  return { kit, web, raw };
}

test('flows are listed newest first with bytes, protocol and how they ended', async (t) => {
  const { kit, web, raw } = await twoFlows(t);
  const { flows } = await list(kit);
  assert.deepEqual(
    flows.map((flow) => [flow.port, flow.protocol]),
    [
      [raw, 'data'],
      [web, 'http1'],
    ],
  );
  assert.deepEqual([flows[0]!.up_bytes, flows[0]!.down_bytes, flows[0]!.ended], [5, 5, 'fin by client']);
  assert.match(words(await kit.call(wireFlows)), new RegExp(`${raw}→127\\.0\\.0\\.1:\\d+ data ↑5 ↓5`));
});

test('the rules are listed with what went through them, by closed and by open connections', async (t) => {
  const { kit, web, raw } = await twoFlows(t);
  const socket = connect(raw, '127.0.0.1').on('error', () => undefined);
  t.after(() => socket.destroy());
  socket.write('hello');
  await once(socket, 'data');
  const { rules } = await list(kit);
  assert.deepEqual(
    rules.map((rule) => [rule.port, rule.connections, rule.open]),
    [
      [web, 1, 0],
      [raw, 2, 1],
    ],
  );
  assert.deepEqual([rules[1]!.up_bytes, rules[1]!.down_bytes], [10, 10]);
  assert.deepEqual(
    (await list(kit, { port: raw })).rules.map(({ port }) => port),
    [raw],
  );
  assert.match(
    words(await kit.call(wireFlows)),
    new RegExp(`^Rule ${web}→127\\.0\\.0\\.1:\\d+: 1 connections`),
  );
});

test('an open connection is listed too', async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(await echoServer(t));
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  t.after(() => socket.destroy());
  socket.write('hello');
  await once(socket, 'data');
  const { flows } = await list(kit);
  assert.deepEqual(
    flows.map((flow) => [flow.ended, flow.up_bytes]),
    [['open', 5]],
  );
  assert.match(
    words(await kit.call(wireFlow, { id: flows[0]!.id, view: 'text' })),
    /→ .* 5 bytes\nhello\n← .* 5 bytes\nhello/,
  );
});

test('a connection that one side has closed is told as half-closed, not as ended', async (t) => {
  const kit = await wireKit(t);
  const target = createTcpServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined).resume();
    t.after(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  t.after(() => target.close());
  const socket = connect({
    port: await kit.rule(portOf(target.address())),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  t.after(() => socket.destroy());
  socket.on('error', () => undefined).end('bye');
  await until('one side has closed', () => kit.deps.engine.connections()[0]?.state === 'half-closed');
  assert.equal((await list(kit)).flows[0]!.ended, 'half-closed, fin by client');
});

test('flows are filtered by port, host, time, bytes, payload and protocol', async (t) => {
  const { kit, web, raw } = await twoFlows(t);
  const ports = async (args: Record<string, unknown>) =>
    (await list(kit, args)).flows.map((flow) => flow.port);
  assert.deepEqual(await ports({ port: web }), [web]);
  assert.deepEqual(await ports({ host: '127.0.0.1' }), [raw, web]);
  assert.deepEqual(await ports({ host: '10.9' }), []);
  assert.deepEqual(await ports({ min_bytes: 100 }), [web]);
  assert.deepEqual(await ports({ protocol: 'http1' }), [web]);
  assert.deepEqual(await ports({ text: 'asked for /first' }), [web]);
  assert.deepEqual(await ports({ hex: '02 fa fb' }), [raw]);
  assert.deepEqual(await ports({ hex: 'ff ff' }), []);
  assert.deepEqual(await ports({ since: '10m' }), [raw, web]);
  assert.deepEqual(await ports({ until: '2001-01-01T00:00:00Z' }), []);
  await assert.rejects(ports({ since: 'yesterday' }), /"since": "yesterday" is no time/);
  await assert.rejects(ports({ hex: 'xyz' }), /pairs of hex digits/);
});

test('lists are paged by a cursor', async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(await echoServer(t));
  for (let i = 0; i < 5; i++) await exchange(port, `flow ${i}`);
  await kit.settled();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(kit, { limit: 2, ...(cursor ? { cursor } : {}) });
    assert.ok(page.flows.length <= 2);
    seen.push(...page.flows.map((flow) => flow.id));
    cursor = page.next_cursor;
  } while (cursor);
  assert.equal(seen.length, 5);
  assert.equal(new Set(seen).size, 5);
});

test('a flow is shown as messages, one in full, as text and as hex, in pages', async (t) => {
  const { kit, web, raw } = await twoFlows(t);
  const id = (await list(kit, { port: web })).flows[0]!.id;
  const messages = words(await kit.call(wireFlow, { id }));
  assert.match(messages, /#0 → \S+ http1 GET .*\/first/);
  assert.match(messages, /#1 ← \S+ http1 200/);
  assert.match(
    words(await kit.call(wireFlow, { id, message: 1 })),
    /"status": 200[\s\S]*you asked for \/first/,
  );
  assert.match(words(await kit.call(wireFlow, { id, direction: 'down' })), /#0 ← .*200/);
  const binary = (await list(kit, { port: raw })).flows[0]!.id;
  assert.match(words(await kit.call(wireFlow, { id: binary, view: 'hex' })), /00 01 02 fa fb/);
  const first = await kit.call(wireFlow, { id, view: 'text', limit: 10 });
  assert.equal(first.data!.next_offset, 10);
  assert.match(words(first), /GET \/first\n/);
  await assert.rejects(kit.call(wireFlow, { id: 'nothing0' }), /No flow nothing0/);
});

test('the browser request that a message is, is named beside it with how sure that is', async (t) => {
  const { kit, web } = await twoFlows(t);
  const [flow] = (await list(kit, { port: web })).flows;
  // However long a busy machine takes to connect, it is within.
  const start = Date.parse(flow!.start) * 1000 - 50_000;
  const request = (url: string, changes: object = {}) =>
    kit.store.sink(
      seen({
        time: start + 2000_000,
        stream: 'request',
        where: { page: 'p' },
        data: { url, startTime: start, ms: 2000, requestHeaders: [], ...changes },
      }),
    );
  request(`http://localhost:${web}/first`);
  // On the same port at the same time, and yet others.
  request(`http://localhost:${web}/second`);
  request(`http://localhost:${web}/first`, { method: 'POST' });
  request(`http://localhost:${web}/first`, { startTime: start + 60_000_000 });
  request(`http://localhost:${web}1/first`);
  const look = async () => {
    const reply = await kit.call(wireFlow, { id: flow!.id });
    const lines = words(reply).split('\n');
    return { reply, lines: lines.filter((line) => line.includes('browser request')) };
  };
  // What is a second old is linked; until then another cause may still come.
  let { reply, lines } = await look();
  while (lines.length === 0) ({ reply, lines } = await look());
  assert.equal(lines.length, 1);
  assert.match(
    lines[0]!,
    /^#0 → .* ⇐ browser request \d+ \(certain\): GET http:\/\/localhost:\d+\/first 200$/,
  );
  const [first, second] = reply.data!.messages as { browser_requests?: { confidence: string }[] }[];
  assert.deepEqual(
    first!.browser_requests?.map(({ confidence }) => confidence),
    ['certain'],
  );
  assert.equal(second!.browser_requests, undefined);
});

test('exports: pcapng, HAR without secrets, raw bytes', async (t) => {
  const { kit, web, raw } = await twoFlows(t);
  const files = async (args: Record<string, unknown>) =>
    (await kit.call(wireExport, args)).data!.files as { path: string; bytes: number }[];
  const [capture] = await files({ format: 'pcapng' });
  assert.equal(readFileSync(capture!.path).readUInt32LE(0), 0x0a0d0d0a);
  assert.equal(statSync(capture!.path).mode & 0o777, 0o600);
  const [archive] = await files({ format: 'har', port: web });
  const { log } = JSON.parse(readFileSync(archive!.path, 'utf8'));
  assert.deepEqual([log.entries.length, log.entries[0].response.content.text], [1, 'you asked for /first']);
  const id = (await list(kit, { port: raw })).flows[0]!.id;
  const streams = await files({ format: 'raw', ids: [id] });
  assert.deepEqual(
    streams.map((file) => readFileSync(file.path).toString('hex')),
    ['000102fafb', '000102fafb'],
  );
  await assert.rejects(files({ format: 'har', port: 1 }), { code: 'NO_FLOWS' });
});

test('a HAR hides secrets', async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(await webServer(t, () => 'ok'));
  const headers = { authorization: 'Bearer abcdefghijklmnop', connection: 'close' };
  await fetch(`http://127.0.0.1:${port}/`, { headers }).then((r) => r.text());
  await kit.settled();
  const [file] = (await kit.call(wireExport, { format: 'har' })).data!.files as { path: string }[];
  assert.doesNotMatch(readFileSync(file!.path, 'utf8'), /abcdefghijklmnop/);
});

test('a replay says whether the answers are the same, and where they differ', async (t) => {
  const kit = await wireKit(t);
  let greeting = 'hello';
  const port = await kit.rule(await webServer(t, () => greeting));
  await fetch(`http://127.0.0.1:${port}/x`, { headers: { connection: 'close' } }).then((r) => r.text());
  await kit.settled();
  const [flow] = (await list(kit)).flows;
  greeting = 'HELLO';
  const changed = await kit.call(wireReplay, { id: flow!.id });
  assert.equal(changed.data!.equal, false);
  assert.match(words(changed), /differ from byte \d+[\s\S]*-hello[\s\S]*\+HELLO/);
  const echo = await kit.rule(await echoServer(t));
  await exchange(echo, 'same');
  await kit.settled();
  const [plain] = (await list(kit, { port: echo })).flows;
  assert.equal((await kit.call(wireReplay, { id: plain!.id })).data!.equal, true);
  await assert.rejects(kit.call(wireReplay, { id: plain!.id, port: 1 }), /cannot be reached/);
});

test('how long an answer took is no difference', async (t) => {
  const kit = await wireKit(t);
  let last = 'yes';
  const redis = await serve(t, (socket) => {
    socket.on('end', () => socket.end());
    socket.on('data', (bytes) => {
      const isLast = bytes.includes('GET');
      setTimeout(() => socket.write(isLast ? `+${last}\r\n` : '+PONG\r\n'), Math.random() * 30);
    });
  });
  const port = await kit.rule(redis);
  const client = connect({ port, host: '127.0.0.1' });
  for (const command of ['*1\r\n$4\r\nPING\r\n', '*2\r\n$3\r\nGET\r\n$1\r\na\r\n']) {
    client.write(command);
    await once(client, 'data');
  }
  client.end();
  await once(client, 'close');
  await kit.settled();
  const [flow] = (await list(kit)).flows;
  last = 'no!';
  const { data } = await kit.call(wireReplay, { id: flow!.id });
  const messages = data!.messages as { summary: string; diff: { lines: string[] } }[];
  assert.equal(messages.length, 1, JSON.stringify(messages));
  assert.doesNotMatch(JSON.stringify(messages), /duration/);
});

test('without capture a flow is listed, and its bytes are said not to be there', async (t) => {
  const kit = await wireKit(t);
  const port = await kit.deps.engine.addRule({
    localPort: 0,
    targetHost: '127.0.0.1',
    targetPort: await echoServer(t),
  });
  await exchange(port, 'unseen');
  await kit.settled();
  const [flow] = (await list(kit)).flows;
  assert.equal(flow!.up_bytes, 6);
  await assert.rejects(kit.call(wireFlow, { id: flow!.id }), /not there: no directory was being logged to/);
});
