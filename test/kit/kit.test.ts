/** The kit is what other tests stand on, so it is tested itself. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { freePort } from './free-port.ts';
import { fetchText, openSse, rpc } from './http.ts';
import { initialize, request } from './json-rpc.ts';
import { scratch } from './scratch.ts';
import { startHttp } from './start-http.ts';
import { startServer } from './start-server.ts';
import { Arrivals } from './waiting.ts';

async function serve(t: TestContext, headers: Record<string, string>, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(200, headers).end(body)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  return `http://127.0.0.1:${address.port}/mcp`;
}

test('a scratch folder goes away with its test', async (t) => {
  let folder = '';
  await t.test('inside', async (inner) => {
    folder = await scratch(inner);
    assert.ok(existsSync(folder));
  });
  assert.ok(!existsSync(folder));
});

test('a free port can be listened on', async () => {
  const server = createTcpServer().listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  server.close();
});

test('arrivals: what is there, what comes later, what never comes', async () => {
  const arrivals = new Arrivals<number>();
  arrivals.push(1);
  assert.equal(await arrivals.first((n) => n === 1, 'one'), 1);
  const later = arrivals.first((n) => n === 2, 'two');
  arrivals.push(2);
  assert.equal(await later, 2);
  await assert.rejects(
    arrivals.first((n) => n === 3, 'three', 20),
    /three did not come within 20 ms/,
  );
  arrivals.end();
  await assert.rejects(
    arrivals.first((n) => n === 4, 'four'),
    /four did not come; the other side ended/,
  );
});

test('an answer is read from JSON and from an event stream', async (t) => {
  const answer = { jsonrpc: '2.0', id: 1, result: {} };
  const json = await serve(t, { 'content-type': 'application/json' }, JSON.stringify(answer));
  assert.deepEqual((await rpc(json, request(1, 'ping'))).answer, answer);
  const note = { jsonrpc: '2.0', method: 'notifications/message' };
  const events = `: hello\n\nevent: message\ndata: ${JSON.stringify(note)}\n\ndata: ${JSON.stringify(answer)}\n\n`;
  const stream = await serve(t, { 'content-type': 'text/event-stream' }, events);
  const reply = await rpc(stream, request(1, 'ping'));
  assert.deepEqual(reply.messages, [note, answer]);
  assert.deepEqual(reply.answer, answer);
  const open = await openSse(t, stream);
  assert.deepEqual(await open.answer(1), answer);
  assert.equal(await open.comments.first(() => true, 'a comment'), 'hello');
});

test('a command is spoken with over stdio, away from the real home', async (t) => {
  const server = await startServer(t, 'sensorium', ['--standalone']);
  const { result } = await server.initialize();
  assert.equal(result.serverInfo.name, 'sensorium');
  server.sendRaw('no JSON\n');
  assert.equal((await server.answer(null)).error?.code, -32700);
  server.endInput();
  assert.deepEqual(await server.exit, { code: 0, signal: null });
});

test('a command is spoken with over HTTP', async (t) => {
  const http = await startHttp(t, 'sensorium', ['--standalone']);
  const { answer } = await http.rpc(initialize(1));
  assert.equal(answer?.result.serverInfo.name, 'sensorium');
  assert.equal((await fetchText(`${http.origin}/mcp`, { body: request(2, 'ping') })).status, 401);
});
