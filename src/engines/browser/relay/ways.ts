import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { bypassOf } from './bypass.ts';
import { type PassPlain, passPlain } from './plain-requests.ts';
import { read, readHead } from './sockets.ts';
import { loginOf, type Target, type Upstream } from './upstream.ts';

/** How the relay goes on to a target. */
export interface Way {
  open(target: Target): Promise<Socket>;
  /** Takes plain HTTP over, request by request, where a tunnel would not do. */
  readonly passPlain?: PassPlain;
}

const VERSION = 5;
const NO_LOGIN = 0;
const BY_PASSWORD = 2;
const BY_NAME = 3;
const SOCKS4_GRANTED = 90;

const direct: Way = { open: ({ host, port }) => connected(connect(port, here(host))) };

/** Browsers take every name below localhost for this machine, whatever the system says. */
const here = (host: string) => (/(^|\.)localhost\.?$/i.test(host) ? 'localhost' : host);

/** The way to each target: through the proxy, if there is one and the target does not bypass it. */
export function wayOf(upstream: Upstream | undefined): (target: Target) => Way {
  if (!upstream) return () => direct;
  const isBypassed = bypassOf(upstream.bypass);
  const way = through(upstream);
  return (target) => (isBypassed(target) ? direct : way);
}

function through(upstream: Upstream): Way {
  const { scheme } = upstream;
  if (scheme === 'socks4') return { open: (target) => handed(upstream, target, askSocks4) };
  if (scheme === 'socks5') return { open: (target) => handed(upstream, target, askSocks5) };
  const open = (target: Target) => handed(upstream, target, askTunnel);
  return { open, passPlain: passPlain(upstream, open) };
}

type Ask = (proxy: Socket, target: Target, upstream: Upstream) => Promise<void>;

async function handed(upstream: Upstream, target: Target, ask: Ask): Promise<Socket> {
  const { host, port } = upstream;
  const isTls = upstream.scheme === 'https';
  const proxy = await (isTls
    ? connected(connectTls({ host, port, servername: isIP(host) ? '' : host }), 'secureConnect')
    : connected(connect(port, host)));
  try {
    await ask(proxy, target, upstream);
    return proxy;
  } catch (thrown) {
    proxy.destroy();
    throw thrown;
  }
}

function connected(socket: Socket, event = 'connect'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve(socket));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection ended too early')));
  });
}

async function askSocks5(proxy: Socket, target: Target, { username, password = '' }: Upstream) {
  proxy.write(Buffer.of(VERSION, 1, username ? BY_PASSWORD : NO_LOGIN));
  const [, method] = await read(proxy, 2);
  if (method === BY_PASSWORD && username) await logIn(proxy, username, password);
  else if (method !== NO_LOGIN)
    throw new Error(username ? 'it does not take a password' : 'it wants a login');
  const name = Buffer.from(target.host);
  proxy.write(Buffer.concat([Buffer.of(VERSION, 1, 0, BY_NAME, name.length), name, portBytes(target.port)]));
  const [, status, , kind] = await read(proxy, 4);
  if (status !== 0) throw new Error(`it does not let ${target.host}:${target.port} through (${status})`);
  // The address that it speaks from is of no use to anybody.
  const length = kind === BY_NAME ? (await read(proxy, 1))[0]! : kind === 1 ? 4 : 16;
  await read(proxy, length + 2);
}

async function logIn(proxy: Socket, username: string, password: string): Promise<void> {
  const [user, secret] = [Buffer.from(username), Buffer.from(password)];
  proxy.write(Buffer.concat([Buffer.of(1, user.length), user, Buffer.of(secret.length), secret]));
  const [, status] = await read(proxy, 2);
  if (status !== 0) throw new Error('it does not accept the user name and password');
}

/** Version 4 knows no names. */
async function askSocks4(proxy: Socket, { host, port }: Target): Promise<void> {
  const { address } = await lookup(here(host), 4);
  proxy.write(
    Buffer.concat([Buffer.of(4, 1), portBytes(port), Buffer.of(...address.split('.').map(Number), 0)]),
  );
  const [, status] = await read(proxy, 8);
  if (status !== SOCKS4_GRANTED) throw new Error(`it does not let ${host}:${port} through (${status})`);
}

async function askTunnel(proxy: Socket, { host, port }: Target, upstream: Upstream): Promise<void> {
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const login = loginOf(upstream).map((words) => `Proxy-Authorization: ${words}\r\n`);
  proxy.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${login.join('')}\r\n`);
  const head = await readHead(proxy);
  if (!/^HTTP\/1\.[01] 2\d\d /.test(head)) throw new Error(`it answers ${head.split('\r\n', 1)[0]}`);
}

const portBytes = (port: number) => Buffer.of(port >> 8, port & 0xff);
