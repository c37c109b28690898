import assert from 'node:assert/strict';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../../../kernel/log.ts';
import { openSocksRelay } from './socks-relay.ts';

/** A SOCKS5 proxy that wants a password and then echoes whatever comes. */
async function echoProxy(t: TestContext, password: string): Promise<{ port: number; logins: string[] }> {
  const logins: string[] = [];
  const server: Server = createServer((socket) => {
    let step = 0;
    socket.on('error', () => {});
    socket.on('data', (data) => {
      step++;
      if (step === 1) return socket.write(Buffer.of(5, 2));
      if (step > 2) return socket.write(data);
      const userEnd = 2 + data[1]!;
      const user = data.subarray(2, userEnd).toString();
      const given = data.subarray(userEnd + 1).toString();
      logins.push(`${user}:${given}`);
      return socket.write(Buffer.of(1, given === password ? 0 : 1));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => server.close());
  return { port: (server.address() as { port: number }).port, logins };
}

const next = (socket: Socket) => new Promise<Buffer>((resolve) => socket.once('data', resolve));
const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

async function through(t: TestContext, password: string) {
  const proxy = await echoProxy(t, 'right');
  const upstream = { host: '127.0.0.1', port: proxy.port, username: 'user', password };
  const relay = await openSocksRelay(upstream, silentLog);
  t.after(() => relay.close());
  const socket = connect(Number(new URL(relay.server).port), '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write(Buffer.of(5, 1, 0));
  return { socket, proxy };
}

test('logs in for a client that cannot, then passes bytes both ways', async (t) => {
  const { socket, proxy } = await through(t, 'right');
  assert.deepEqual([...(await next(socket))], [5, 0]);
  socket.write('CONNECT request');
  assert.equal(String(await next(socket)), 'CONNECT request');
  assert.deepEqual(proxy.logins, ['user:right']);
});

test('a wrong password ends the connection', async (t) => {
  const { socket } = await through(t, 'wrong');
  socket.resume();
  await ended(socket);
});

test('a client that hangs up early does no harm', async (t) => {
  const relay = await openSocksRelay({ host: '127.0.0.1', port: 1, username: 'u', password: 'p' }, silentLog);
  t.after(() => relay.close());
  const socket = connect(Number(new URL(relay.server).port), '127.0.0.1');
  socket.end(Buffer.of(5));
  socket.resume();
  await ended(socket);
});
