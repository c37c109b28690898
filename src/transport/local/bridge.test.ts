import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Duplex, duplexPair, PassThrough, Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { type EchoService, echoService } from '../../../test/kit/echo-service.ts';
import { initialize, type Message, request, toolCall } from '../../../test/kit/json-rpc.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { Arrivals } from '../../../test/kit/waiting.ts';
import { silentLog } from '../../kernel/log.ts';
import { serviceFactory } from '../connection.ts';
import { serveStdioConnection } from '../stdio.ts';
import { AppSocket } from './app-socket.ts';
import { Bridge, type BridgeOptions } from './bridge.ts';
import { Link } from './link.ts';
import { reachApp } from './reach-app.ts';

const self = { version: '1', pid: 1, endpoint: 'http://localhost:1/mcp' };

/** An app that serves the echo service on a real socket. */
async function startApp(t: TestContext, address: string) {
  const service = echoService();
  const factory = serviceFactory(service, silentLog);
  const app = await AppSocket.listen({ address, log: silentLog, self, admit: () => ({ factory }) });
  t.after(() => app.close());
  return { service, app };
}

const reach = (address: string) => reachApp(address, { profile: 'echo', cwd: '/', settings: {} });

async function appLink(address: string): Promise<Link | undefined> {
  const reached = await reach(address);
  return reached && new Link('app', reached.socket);
}

function serveHere(service: EchoService): Duplex {
  const [near, far] = duplexPair();
  const factory = serviceFactory(service, silentLog);
  const connection = serveStdioConnection({ factory, input: far, output: far, log: silentLog, cwd: '/' });
  void connection.closed.then(() => far.end());
  return near;
}

class Client {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly messages = new Arrivals<Message>();
  readonly done: Promise<void>;
  readonly #stop = new AbortController();
  #rest = '';

  constructor(t: TestContext, options: Pick<BridgeOptions, 'open'> & Partial<BridgeOptions>) {
    this.output.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.messages.push(JSON.parse(line));
    });
    const bridge = new Bridge({ input: this.input, output: this.output, log: silentLog, ...options });
    this.done = bridge.run(this.#stop.signal);
    t.after(() => this.stop());
  }

  send(message: Message | string | readonly Message[]): void {
    this.input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  answer(id: number | string | null): Promise<Message> {
    const fits = (message: Message) => message.id === id && message.method === undefined;
    return this.messages.first(fits, `the answer to ${id}`);
  }

  ask(message: Message): Promise<Message> {
    this.send(message);
    return this.answer(message.id ?? null);
  }

  stop(): Promise<void> {
    this.#stop.abort();
    return this.done;
  }
}

const notNeeded = () => Promise.reject(new Error('must not be called'));
const textOf = (answer: Message): string => answer.result?.content?.[0]?.text ?? JSON.stringify(answer);
const faultOf = (answer: Message) => (answer.error?.data as { code?: string } | undefined)?.code;

test('lines pass both ways as they are, large ones too', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  await startApp(t, address);
  const client = new Client(t, { first: await appLink(address), open: notNeeded });
  assert.equal((await client.ask(initialize(1))).result.serverInfo.name, 'echo');
  const words = 'é"\\\n'.repeat(400_000);
  assert.equal(textOf(await client.ask(toolCall(2, 'echo', { words }))), words);
  client.send('{"jsonrpc": nonsense');
  assert.equal((await client.answer(null)).error?.code, -32700);
  client.send([request('a', 'ping'), request('b', 'ping')]);
  assert.deepEqual((await client.answer('b')).result, {});
});

test('a line over the limit is refused, and the next one served', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  await startApp(t, address);
  const client = new Client(t, { first: await appLink(address), open: notNeeded });
  client.send(toolCall(1, 'echo', { words: 'x'.repeat(5_000_000) }));
  assert.equal((await client.answer(null)).error?.code, -32600);
  assert.deepEqual((await client.ask(request(2, 'ping'))).result, {});
});

test('when the app goes, every call in flight gets a fault; the next call finds the next app', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  const first = await startApp(t, address);
  const { socket } = (await reach(address))!;
  const opened: (Link | undefined)[] = [];
  const open = async (current: Link | undefined) => {
    opened.push(current);
    return (await appLink(address))!;
  };
  const client = new Client(t, { first: new Link('app', socket), open });
  await client.ask(initialize(1));
  client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  client.send([toolCall(2, 'gate'), toolCall('three', 'gate')]);
  client.send(toolCall(4, 'gate'));
  await first.service.happened('start gate');
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 4 } });
  await first.service.happened('gate aborted');
  socket.destroy(); // as when the app is killed: the stream breaks without a word
  for (const id of [2, 'three']) {
    const lost = await client.answer(id);
    assert.equal(lost.error?.code, -32603);
    assert.equal(faultOf(lost), 'APP_LOST');
  }
  assert.equal(
    client.messages.all.filter(({ id }) => id === 4).length,
    0,
    'a cancelled call is not answered',
  );

  await first.app.close();
  const second = await startApp(t, address);
  client.send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
  assert.equal(textOf(await client.ask(toolCall(5, 'echo', { words: 'again' }))), 'again');
  assert.equal(opened.length, 1, 'a notification alone finds nobody');
  assert.deepEqual(second.service.introduced, ['kit 1.0.0']);
  assert.deepEqual(
    client.messages.all.map(({ id }) => id),
    [1, 2, 'three', 5],
    'the client sees nothing of the second handshake',
  );
});

test('without the app the work goes on here, after the handshake that the client has done', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  const { app } = await startApp(t, address);
  const here = echoService();
  const open = async () => (await appLink(address)) ?? new Link('here', serveHere(here));
  const { socket } = (await reach(address))!;
  const client = new Client(t, { first: new Link('app', socket), open });
  await client.ask(initialize(1));
  await Promise.all([app.close(), once(socket, 'close')]);
  assert.equal(textOf(await client.ask(toolCall(2, 'echo', { words: 'alone' }))), 'alone');
  assert.deepEqual(here.introduced, ['kit 1.0.0']);
  assert.equal(here.opened.length, 1);
  await client.ask(toolCall(3, 'echo', { words: 'still' }));
  assert.equal(here.opened.length, 1);
});

test('a stateless client needs no handshake after a change', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  const { app } = await startApp(t, address);
  const here = echoService();
  const open = async () => new Link('here', serveHere(here));
  const { socket } = (await reach(address))!;
  const client = new Client(t, { first: new Link('app', socket), open });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'modern', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const modern = (id: number) =>
    request(id, 'tools/call', { name: 'echo', arguments: { words: `${id}` }, _meta: meta });
  assert.equal(textOf(await client.ask(modern(1))), '1');
  await Promise.all([app.close(), once(socket, 'close')]);
  assert.equal(textOf(await client.ask(modern(2))), '2');
  assert.deepEqual(here.introduced, ['modern 1']);
  assert.deepEqual(
    client.messages.all.map(({ id }) => id),
    [1, 2],
  );
});

test('a stand-in serves until the app is there; what it owes is still answered', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  const standIn = echoService();
  const open = async (current: Link | undefined) =>
    (await appLink(address)) ?? current ?? new Link('nobody', serveHere(standIn));
  const client = new Client(t, { open });
  await client.ask(initialize(1));
  client.send(toolCall(2, 'gate'));
  await standIn.happened('start gate');
  const { service } = await startApp(t, address);
  assert.equal(textOf(await client.ask(toolCall(3, 'echo', { words: 'app' }))), 'app');
  assert.deepEqual(service.introduced, ['kit 1.0.0']);
  standIn.openGate();
  assert.equal(textOf(await client.answer(2)), 'through');
});

test('calls in flight are answered when the input ends', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  const { service } = await startApp(t, address);
  const client = new Client(t, { first: await appLink(address), open: notNeeded });
  client.send(toolCall(1, 'gate'));
  await service.happened('start gate');
  // A last line without a newline is a line.
  client.input.end(JSON.stringify(toolCall(2, 'echo', { words: 'last' })));
  assert.equal(textOf(await client.answer(2)), 'last');
  service.openGate();
  assert.equal(textOf(await client.answer(1)), 'through');
  await client.done;
  await service.happened('closed session-1');
});

test('what is not answered in time is told that the end has come', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  const { service } = await startApp(t, address);
  const client = new Client(t, { first: await appLink(address), open: notNeeded, drainMs: 30 });
  client.send(toolCall(1, 'gate'));
  await service.happened('start gate');
  client.input.end();
  await client.done;
  assert.equal(faultOf(await client.answer(1)), 'SHUTTING_DOWN');
});

test('when nobody can be found, the call says so and the bridge lives on', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  let isBroken = true;
  const open = async () => {
    if (isBroken) throw new Error('no way');
    return (await appLink(address))!;
  };
  const client = new Client(t, { open });
  assert.equal(faultOf(await client.ask(request(1, 'ping'))), 'INTERNAL');
  isBroken = false;
  await startApp(t, address);
  assert.deepEqual((await client.ask(request(2, 'ping'))).result, {});
});

test('a client that does not read is not read for; nothing is lost when it does', async (t) => {
  const [near, far] = duplexPair();
  const pending: (() => void)[] = [];
  const taken: string[] = [];
  const output = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      taken.push(String(chunk));
      pending.push(done);
    },
  });
  new Client(t, { first: new Link('app', near), open: notNeeded, output });
  const line = (n: number) => `{"jsonrpc":"2.0","method":"n${n}","params":{"x":"${'y'.repeat(20_000)}"}}\n`;
  let sent = 0;
  const fill = () => {
    while (sent < 100 && far.write(line(sent++)));
  };
  far.on('drain', fill);
  fill();
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(taken.length, 1);
  assert.ok(sent < 30, `${sent} lines were taken from the app`);
  while (taken.length < 100 || pending.length > 0) {
    pending.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(
    taken.map((text) => JSON.parse(text).method),
    Array.from({ length: 100 }, (_, n) => `n${n}`),
  );
});

test('an app that does not read is not written to; nothing is lost when it does', async (t) => {
  const [near, far] = duplexPair();
  const client = new Client(t, { first: new Link('app', near), open: notNeeded });
  let sent = 0;
  const line = () => `${JSON.stringify(toolCall(sent++, 'echo', { words: 'y'.repeat(20_000) }))}\n`;
  const fill = () => {
    while (sent < 100 && client.input.write(line()));
  };
  client.input.on('drain', fill);
  fill();
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(sent < 30, `${sent} lines were taken from the client`);
  let text = '';
  for await (const chunk of far.setEncoding('utf8')) {
    text += chunk;
    if (text.split('\n').length > 100) break;
  }
  const ids = text
    .trimEnd()
    .split('\n')
    .map((one) => JSON.parse(one).id);
  assert.deepEqual(
    ids,
    Array.from({ length: 100 }, (_, id) => id),
  );
});
