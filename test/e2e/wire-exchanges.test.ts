/** What real clients and servers say, told while their connections are open. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, get, request } from 'node:http';
import { connect } from 'node:net';
import test, { type TestContext } from 'node:test';
import grpc from '@grpc/grpc-js';
import pg from 'pg';
import { type WebSocket, WebSocketServer, WebSocket as WsClient } from 'ws';
import { wireExchanges } from '../../src/toolsets/wire/wire-exchanges.ts';
import { wireFlow } from '../../src/toolsets/wire/wire-flow.ts';
import { descriptorSet } from '../kit/descriptor-set.ts';
import { freePort } from '../kit/free-port.ts';
import { lacking } from '../kit/needs.ts';
import { lackingPostgres, startPostgres } from '../kit/postgres.ts';
import { scratch } from '../kit/scratch.ts';
import { portOf } from '../kit/tcp.ts';
import { type WireKit, wireKit, words } from '../kit/wire-kit.ts';
import { dial, readExactly, until } from '../kit/wire-rig.ts';

interface Brief {
  readonly id: string;
  readonly flow: string;
  readonly state: string;
  readonly question: string;
  readonly result?: string;
  readonly error?: string;
  readonly message: number;
}

async function byTime(kit: WireKit, args: object = {}): Promise<Brief[]> {
  const { data } = await kit.call(wireExchanges, { by: 'time', limit: 500, budget: 500_000, ...args });
  return data!.exchanges as Brief[];
}

async function whole(kit: WireKit, id: string) {
  return (await kit.call(wireExchanges, { id, budget: 50_000 })).data!.exchange as Record<string, unknown>;
}

test('PostgreSQL through pooled connections', { skip: await lackingPostgres() }, async (t) => {
  const cluster = await startPostgres();
  t.after(() => cluster.stop());
  const kit = await wireKit(t);
  const url = new URL(cluster.url);
  const port = await kit.rule(Number(url.port));
  url.port = String(port);
  url.hostname = '127.0.0.1';
  const pool = new pg.Pool({ connectionString: String(url), max: 3 });
  // The server ends before its idle clients do.
  pool.on('error', () => {});
  t.after(() => pool.end());

  await pool.query('create table items (id int primary key, name text, password text)');
  await pool.query("insert into items select n, 'item ' || n, '' from generate_series(1, 300) n");
  for (let id = 1; id <= 213; id++) await pool.query('select name from items where id = $1', [id]);

  await t.test('the same statement 213 times is one line, while all connections are open', async () => {
    const reply = await kit.call(wireExchanges, { port });
    const [line = ''] = words(reply)
      .split('\n')
      .filter((one) => one.includes('select name'));
    assert.match(
      line,
      /^213× postgres :\d+ select name from items where id = \? \| [\d.]+ ms together, [\d.]+ each, slowest [\d.]+, 213 rows \| \S+\.\d+$/,
    );
    assert.equal((await kit.call(wireExchanges, { port, text: 'no such words' })).data!.count, 0);
  });

  await t.test('parameters, rows, and the messages of wire_flow', async () => {
    const [found] = await byTime(kit, { port, text: 'item 213' });
    const exchange = await whole(kit, found!.id);
    assert.deepEqual(exchange.parameters, ['213']);
    assert.equal(exchange.rows, 1);
    assert.equal(exchange.transaction, 'idle');
    const { data } = await kit.call(wireFlow, {
      id: found!.flow,
      offset: Number(exchange.firstMessage),
      limit: 1,
    });
    const [message] = data!.messages as { kind: string; summary: string }[];
    assert.equal(message!.kind, 'parse');
    assert.match(message!.summary, /select name from items/);
  });

  await t.test('errors, transactions, secrets of a column, trace ids', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query("insert into items (id, name, password) values ($1, 'x', $2)", [901, 'hunter22']);
    await assert.rejects(client.query('insert into items (id) values (1)'), /duplicate key/);
    await client.query('rollback');
    const trace = '0af7651916cd43dd8448eb211c80319c';
    await client.query(`select 1 /*traceparent='00-${trace}-b7ad6b7169203331-01'*/`);
    client.release();
    const told = await byTime(kit, { port });
    const failed = told.find((one) => one.state === 'failed');
    assert.match(failed!.error ?? '', /duplicate key value/);
    const all = await Promise.all(told.slice(0, 5).map(({ id }) => whole(kit, id)));
    assert.deepEqual(
      all.map((one) => one.transaction),
      ['idle', 'idle', 'failed', 'open', 'open'],
    );
    assert.equal(new Set(all.slice(1).map((one) => one.transactionId)).size, 1);
    assert.equal(all[2]!.errorCode, '23505');
    assert.deepEqual(all[3]!.parameters, ['901', '[hidden]']);
    assert.deepEqual(all[0]!.traces, [{ from: 'sqlcommenter', traceId: trace, spanId: 'b7ad6b7169203331' }]);
  });

  await t.test('a query that still runs is shown as such, recorded, cancelled, and told once', async () => {
    const client = await pool.connect();
    const sleeping = client.query('select pg_sleep(60)').catch((error: Error) => error);
    await until('it runs', async () => (await byTime(kit, { port, state: 'running' })).length === 1);
    const [running] = await byTime(kit, { port, state: 'running' });
    assert.match(running!.question, /pg_sleep/);
    await until('it is in the record', async () => {
      const { items } = await kit.store.page({ streams: ['exchange'], text: 'pg_sleep' });
      return items.some((item) => item.stream === 'exchange' && item.data.state === 'running');
    });
    // The protocol's own way: another connection that names the process and its key.
    const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
    const cancel = connect(port, '127.0.0.1');
    const message = Buffer.alloc(16);
    for (const [at, value] of [16, 80877102, processID, secretKey].entries())
      message.writeInt32BE(value, at * 4);
    cancel.end(message);
    assert.match(String(await sleeping), /canceling statement due to user request/);
    client.release();
    const told = (await byTime(kit, { port, text: 'pg_sleep' })).filter(({ id }) => id === running!.id);
    assert.deepEqual(
      told.map((one) => one.state),
      ['failed'],
    );
    const exchange = await whole(kit, running!.id);
    assert.equal(exchange.errorCode, '57014');
    const [cancelled] = await byTime(kit, { port, text: `cancel process ${processID}` });
    assert.equal((await whole(kit, cancelled!.id)).process, exchange.process);
  });

  await t.test('a batch, and COPY', async () => {
    const client = await pool.connect();
    await client.query('select 1 as one; select 2 as two, 3 as three');
    // Copying out needs no more than the query; the rows come as text.
    await client.query('copy (select 1) to stdout').catch(() => undefined);
    client.release(true);
    const told = await byTime(kit, { port });
    assert.match(
      told.find(({ question }) => question.includes('as two'))?.result ?? '',
      /^SELECT 1: one=1; SELECT 1: two=2 three=3$/,
    );
    const copy = await whole(kit, told.find(({ question }) => question.startsWith('copy'))!.id);
    assert.equal(copy.kind, 'copy');
  });
});

test('Redis, pipelined and waiting', { skip: lacking('redis-server') }, async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(await startRedis(t));
  const socket = await dial(port);
  t.after(() => socket.destroy());
  const say = async (line: string, reply: string) => {
    socket.write(`${line}\r\n`);
    assert.equal(String(await readExactly(socket, reply.length)), reply);
  };
  await say('SET cart:7 full', '+OK\r\n');
  await say(
    'GET cart:7\r\nGET cart:8\r\nINCR cart:7',
    '$4\r\nfull\r\n$-1\r\n-ERR value is not an integer or out of range\r\n',
  );
  socket.write('BLPOP queue 0\r\n');
  await until('it waits', async () => (await byTime(kit, { port, state: 'running' })).length === 1);
  const told = await byTime(kit, { port });
  assert.deepEqual(
    told.map(({ question, state, result, error }) => [question, state, result ?? error]),
    [
      ['BLPOP queue 0', 'running', undefined],
      ['INCR cart:7', 'failed', 'ERR value is not an integer or out of range'],
      ['GET cart:8', 'done', 'nil'],
      ['GET cart:7', 'done', 'full'],
      ['SET cart:7 full', 'done', 'OK'],
    ],
  );
  const { data } = await kit.call(wireExchanges, { port });
  const statements = (data!.statements as { statement: string; count: number }[]).map(
    ({ statement, count }) => [statement, count],
  );
  assert.ok(statements.some(([statement, count]) => statement === 'GET cart:?' && count === 2));
  const listed = words(await kit.call(wireExchanges, { port }));
  assert.match(listed, /2× redis :\d+ GET cart:\? \|.* 1 pipelined, so their times overlap/);
  assert.match(listed, /1× redis :\d+ SET cart:\? … \| [\d.]+ ms \|/);
  socket.destroy();
  await kit.settled();
  const [lost] = await byTime(kit, { port });
  assert.equal(lost!.state, 'lost');
});

test('HTTP on a kept connection, and the messages of a WebSocket', async (t) => {
  const kit = await wireKit(t);
  const server = createServer((asked, reply) => {
    if (asked.url === '/slow') return;
    reply.statusCode = asked.url?.startsWith('/users/') ? 200 : 404;
    reply.setHeader('content-type', 'application/json');
    reply.end('{"ok":true}');
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket: WebSocket) =>
    socket.on('message', (data) => socket.send(`{"type":"echo","of":${data}}`)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  const port = await kit.rule(portOf(server.address()));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  for (const path of ['/users/1', '/users/2?token=hunter22secret', '/nowhere']) {
    const [reply] = await once(
      get({ port, host: '127.0.0.1', path, agent, headers: { traceparent, cookie: 'sid=1' } }),
      'response',
    );
    for await (const _ of reply);
  }
  const told = await byTime(kit, { port });
  assert.deepEqual(
    told.map(({ state }) => state),
    ['failed', 'done', 'done'],
  );
  assert.equal(new Set(told.map(({ flow }) => flow)).size, 1);
  const first = await whole(kit, told.at(-1)!.id);
  assert.equal(first.statement, 'GET /users/:id');
  assert.equal(first.status, 200);
  assert.equal(first.url, `http://127.0.0.1:${port}/users/1`);
  assert.deepEqual(first.traces, [
    { from: 'traceparent', traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' },
  ]);
  assert.ok(!JSON.stringify(first.headers).includes('sid=1'));

  const waiting = request({ port, host: '127.0.0.1', path: '/slow', agent }).end();
  waiting.on('error', () => {});
  await until('it waits', async () => (await byTime(kit, { port, state: 'running' })).length === 1);
  waiting.destroy();

  const socket = new WsClient(`ws://127.0.0.1:${port}/live`);
  await once(socket, 'open');
  socket.send('7');
  await once(socket, 'message');
  const { data } = await kit.call(wireExchanges, { port, protocol: 'websocket' });
  assert.deepEqual((data!.statements as { statement: string }[]).map(({ statement }) => statement).sort(), [
    '← text type=echo',
    '→ text',
  ]);
  socket.terminate();
});

/** Messages are made and read by hand here: the proxy must do without their schema, too. */
const asIs = (bytes: Buffer) => bytes;
const method = (path: string, responseStream: boolean) => ({
  path,
  requestStream: false,
  responseStream,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
});
const CART = { add: method('/shop.Cart/Add', false), watch: method('/shop.Cart/Watch', true) };

async function cartCalls(t: TestContext, options: Parameters<typeof wireKit>[1]) {
  const kit = await wireKit(t, options);
  const server = new grpc.Server();
  server.addService(CART, {
    add: (call: { request: Buffer }, done: (error: object | null, reply?: Buffer) => void) => {
      if (call.request.length > 0) done(null, Buffer.from([10, 2, 111, 107]));
      else done({ code: grpc.status.NOT_FOUND, details: 'no such cart' });
    },
    watch: (call: { write(bytes: Buffer): void }) => call.write(Buffer.from([8, 1])),
  });
  t.after(() => server.forceShutdown());
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  );
  const port = await kit.rule(bound);
  const Client = grpc.makeGenericClientConstructor(CART, 'Cart');
  const client = new Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  t.after(() => client.close());
  const add = (bytes: number[]) =>
    new Promise<Buffer | Error>((resolve) =>
      client.add!(Buffer.from(bytes), (error: Error | null, reply: Buffer) => resolve(error ?? reply)),
    );
  assert.deepEqual(await add([10, 3, 65, 100, 97, 16, 2]), Buffer.from([10, 2, 111, 107]));
  assert.match(String(await add([])), /NOT_FOUND/);
  const watching = client.watch!(Buffer.from([8, 7]));
  watching.on('error', () => {});
  await once(watching, 'data');
  const told = await byTime(kit, { port, protocol: 'grpc' });
  assert.deepEqual(
    told.map(({ question, state }) => [question, state]),
    [
      ['/shop.Cart/Watch', 'running'],
      ['/shop.Cart/Add', 'failed'],
      ['/shop.Cart/Add', 'done'],
    ],
  );
  const [watched, failed, done] = await Promise.all(told.map(({ id }) => whole(kit, id)));
  watching.cancel();
  await until('it is over', async () => (await byTime(kit, { port, state: 'running' })).length === 0);
  const ended = await whole(kit, told[0]!.id);
  assert.deepEqual([ended.errorCode, ended.error], ['CANCEL', 'the client gave it up']);
  // Calls travel side by side: none waits for those before it.
  assert.deepEqual(
    [watched, failed, done].map((one) => one!.isPipelined),
    [undefined, undefined, undefined],
  );
  return { failed: failed!, done: done! };
}

test('gRPC calls: their messages by wire types, their outcome, a stream that still runs', async (t) => {
  const { failed, done } = await cartCalls(t, {});
  assert.deepEqual(done.parameters, ['{"1":"Ada","2":2}']);
  assert.equal(done.result, 'OK {"1":"ok"}');
  assert.deepEqual([failed.status, failed.errorCode, failed.error], [5, 'NOT_FOUND', 'no such cart']);
});

test('gRPC calls by their schema', async (t) => {
  const { done } = await cartCalls(t, { grpcSchemas: [descriptorSet()] });
  assert.deepEqual(done.parameters, ['{"user_name":"Ada","count":2}']);
  assert.equal(done.result, 'OK {"user_name":"ok"}');
});

async function startRedis(t: TestContext): Promise<number> {
  const folder = await scratch(t);
  const port = await freePort();
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    { stdio: 'ignore' },
  );
  t.after(async () => {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  });
  await until('Redis answers', async () => {
    const socket = connect(port, '127.0.0.1');
    const isUp = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    return isUp;
  });
  return port;
}
