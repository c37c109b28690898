import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../../../kernel/log.ts';
import { openRelay, type RelayOptions } from './relay.ts';
import type { Upstream } from './upstream.ts';

async function listening(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

const next = async (socket: Readable) => {
  const closed = once(socket, 'close').then(() => [Buffer.from('closed')]);
  return (await Promise.race([once(socket, 'data'), closed]))[0] as Buffer;
};
const ended = (socket: Socket) => once(socket.resume(), 'close');

/** Gives back whatever comes. */
const echo = () => createServer((socket) => socket.pipe(socket));

async function relayTo(t: TestContext, options: Partial<RelayOptions> = {}) {
  const relay = await openRelay({ log: silentLog, ...options });
  t.after(() => relay.close());
  return Number(new URL(relay.server).port);
}

/** What a browser does first: its greeting, and its wish. Gives the relay's status for it. */
async function ask(t: TestContext, relay: number, host: string, port: number) {
  const socket = connect(relay, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write(Buffer.of(5, 1, 0));
  assert.deepEqual([...(await next(socket))], [5, 0]);
  const name = Buffer.from(host);
  socket.write(Buffer.concat([Buffer.of(5, 1, 0, 3, name.length), name, Buffer.of(port >> 8, port & 255)]));
  const [, status] = await next(socket);
  return { socket, status };
}

async function said(socket: Socket, words: string): Promise<string> {
  socket.write(words);
  return String(await next(socket));
}

test('passes bytes both ways, to names below localhost too', async (t) => {
  const port = await listening(t, echo());
  const relay = await relayTo(t);
  for (const host of ['127.0.0.1', 'deep.below.localhost']) {
    const { socket, status } = await ask(t, relay, host, port);
    assert.equal(status, 0);
    assert.equal(await said(socket, '\u0001 anything'), '\u0001 anything');
  }
});

test('keeps to what may be reached: host and port before it connects, the scheme by the first byte', async (t) => {
  const target = echo();
  const port = await listening(t, target);
  let seen = 0;
  target.on('connection', () => seen++);
  const relay = await relayTo(t, {
    mayReach: (url) => url.host === `127.0.0.1:${port}` && url.protocol === 'http:',
  });
  assert.equal((await ask(t, relay, 'localhost', port)).status, 2);
  assert.equal((await ask(t, relay, '127.0.0.1', 9)).status, 2);
  assert.notEqual((await ask(t, relay, 'no address', port)).status, 0);
  assert.equal(seen, 0);
  const { socket } = await ask(t, relay, '127.0.0.1', port);
  assert.equal(await said(socket, 'GET / HTTP/1.1'), 'GET / HTTP/1.1');
  for (const first of ['\u0016\u0003\u0001', '\u0000\u0001', 'lower']) {
    const { socket } = await ask(t, relay, '127.0.0.1', port);
    let heard = 0;
    socket.on('data', () => heard++);
    socket.write(first);
    await ended(socket);
    assert.equal(heard, 0, JSON.stringify(first));
  }
});

test('a target that does not answer is told from one that is not allowed', async (t) => {
  const gone = createServer();
  const port = await listening(t, gone);
  gone.close();
  assert.equal((await ask(t, await relayTo(t), '127.0.0.1', port)).status, 4);
});

test('is for its own user only', async (t) => {
  const socket = connect(await relayTo(t, { ownerCheck: async () => async () => false }), '127.0.0.1');
  socket.on('error', () => {});
  let heard = 0;
  socket.on('data', () => heard++);
  socket.write(Buffer.of(5, 1, 0));
  await ended(socket);
  assert.equal(heard, 0);
});

/** A SOCKS5 proxy that wants a password, and then stands for every target. */
function socks5(logins: string[]): Server {
  return createServer((socket) => {
    let step = 0;
    socket.on('data', (data) => {
      step++;
      if (step === 1) return socket.write(Buffer.of(5, 2));
      if (step === 3) return socket.write(Buffer.of(5, 0, 0, 3, 2, 97, 98, 0, 80));
      if (step > 3) return socket.write(data);
      const userEnd = 2 + data[1]!;
      logins.push(`${data.subarray(2, userEnd)}:${data.subarray(userEnd + 1)}`);
      return socket.write(Buffer.of(1, logins.at(-1) === 'user:right' ? 0 : 1));
    });
  });
}

test('logs in to a SOCKS5 proxy for a browser that cannot; a wrong password is told', async (t) => {
  const logins: string[] = [];
  const port = await listening(t, socks5(logins));
  const upstream: Upstream = {
    scheme: 'socks5',
    host: '127.0.0.1',
    port,
    username: 'user',
    password: 'right',
  };
  const { socket } = await ask(t, await relayTo(t, { upstream }), 'far.example', 443);
  assert.equal(await said(socket, 'hello'), 'hello');
  const wrong = await relayTo(t, { upstream: { ...upstream, password: 'wrong' } });
  assert.equal((await ask(t, wrong, 'far.example', 443)).status, 4);
  assert.deepEqual(logins, ['user:right', 'user:wrong']);
});

test('goes through a SOCKS4 proxy, which knows no names', async (t) => {
  const asked: string[] = [];
  const proxy = createServer((socket) => {
    socket.once('data', (data) => {
      asked.push(`${data.subarray(4, 8).join('.')}:${data.readUInt16BE(2)}`);
      socket.write(Buffer.of(0, asked.length === 1 ? 90 : 91, 0, 0, 0, 0, 0, 0));
      socket.pipe(socket);
    });
  });
  const upstream: Upstream = { scheme: 'socks4', host: '127.0.0.1', port: await listening(t, proxy) };
  const relay = await relayTo(t, { upstream });
  const { socket } = await ask(t, relay, 'localhost', 81);
  assert.equal(await said(socket, 'hello'), 'hello');
  assert.equal((await ask(t, relay, '127.0.0.2', 81)).status, 4);
  assert.deepEqual(asked, ['127.0.0.1:81', '127.0.0.2:81']);
});

/** A proxy of HTTP with a login that notes what it is asked for and fetches nothing. */
function httpProxy(asked: string[]): Server {
  const note = (line: string, login: string | undefined) => asked.push(`${line} ${login}`);
  const server = createHttp((incoming, response) => {
    note(`${incoming.method} ${incoming.url}`, incoming.headers['proxy-authorization']);
    incoming.pipe(response.setHeader('X-Seen', ['1', '2']));
  });
  server.on('connect', ({ url, headers }, socket: Socket) => {
    note(`CONNECT ${url}`, headers['proxy-authorization']);
    socket.write('HTTP/1.1 200 go on\r\n\r\n');
    socket.pipe(socket);
  });
  return server;
}

test('asks a proxy of HTTP for plain pages by their address, and for tunnels to all else', async (t) => {
  const asked: string[] = [];
  const port = await listening(t, httpProxy(asked));
  const login = { username: 'user', password: 'word' };
  const upstream: Upstream = { scheme: 'http', host: '127.0.0.1', port, ...login, bypass: '.near.example' };
  const relay = await relayTo(t, { upstream });
  const plain = (await ask(t, relay, 'far.example', 80)).socket;
  for (const body of ['one', 'two']) {
    plain.write(`POST /a?b HTTP/1.1\r\nHost: far.example\r\nContent-Length: 3\r\n\r\n${body}`);
    let answer = '';
    while (!answer.endsWith('\r\n0\r\n\r\n')) answer += await next(plain);
    assert.match(answer, new RegExp(`^HTTP/1.1 200 OK\r\nX-Seen: 1\r\nX-Seen: 2\r\n[^]*\r\n${body}\r\n`));
  }
  const { socket: tls } = await ask(t, relay, 'far.example', 443);
  assert.equal(await said(tls, '\u0016tls'), '\u0016tls');
  const { socket } = await ask(t, relay, '::1', 8080);
  const upgrade = 'GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  assert.equal(await said(socket, upgrade), upgrade);
  const basic = `Basic ${Buffer.from('user:word').toString('base64')}`;
  assert.deepEqual(asked, [
    `POST http://far.example/a?b ${basic}`,
    `POST http://far.example/a?b ${basic}`,
    `CONNECT far.example:443 ${basic}`,
    `CONNECT [::1]:8080 ${basic}`,
  ]);
  assert.equal((await ask(t, relay, 'nowhere.near.example', 80)).status, 4, 'looked up here');
  assert.equal(asked.length, 4);
});

test('a client that hangs up early does no harm', async (t) => {
  const relay = await relayTo(t);
  for (const bytes of [[5], [5, 1, 0, 5], [5, 1, 0, 5, 2, 0, 1], [5, 1, 0, 5, 1, 0, 9]]) {
    const socket = connect(relay, '127.0.0.1');
    socket.on('error', () => {});
    socket.end(Buffer.from(bytes));
    await ended(socket);
  }
});
