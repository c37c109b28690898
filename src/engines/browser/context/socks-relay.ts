import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Log } from '../../../kernel/log.ts';

/*
 *   browser ──SOCKS5, no password──► relay on loopback ──SOCKS5, user and password──► proxy
 *
 * Chromium cannot log in to a SOCKS5 proxy. The relay does that for it and then only passes bytes.
 */
export interface SocksRelay {
  /** socks5://127.0.0.1:port, for the browser. */
  readonly server: string;
  close(): Promise<void>;
}

export interface SocksUpstream {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

const VERSION = 5;
const NO_LOGIN = 0;
const BY_PASSWORD = 2;

export async function openSocksRelay(upstream: SocksUpstream, log: Log): Promise<SocksRelay> {
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    sockets.add(browser);
    browser.on('close', () => sockets.delete(browser));
    relay(browser, upstream).catch((error: unknown) => {
      log.warning('the SOCKS proxy refused a connection', { host: upstream.host, error });
      browser.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  log.info('a relay to the SOCKS proxy listens on loopback', { port });
  return {
    server: `socks5://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function relay(browser: Socket, upstream: SocksUpstream): Promise<void> {
  browser.on('error', () => browser.destroy());
  const [, methods = 0] = await read(browser, 2);
  await read(browser, methods);
  browser.write(Buffer.of(VERSION, NO_LOGIN));
  const proxy = connect(upstream.port, upstream.host);
  browser.on('close', () => proxy.destroy());
  await new Promise<void>((resolve, reject) => {
    proxy.once('connect', resolve);
    proxy.once('error', reject);
  });
  await logIn(proxy, upstream);
  proxy.on('error', () => browser.destroy());
  proxy.on('close', () => browser.destroy());
  browser.pipe(proxy);
  proxy.pipe(browser);
}

async function logIn(proxy: Socket, { username, password }: SocksUpstream): Promise<void> {
  proxy.write(Buffer.of(VERSION, 1, BY_PASSWORD));
  const [, method] = await read(proxy, 2);
  if (method === NO_LOGIN) return;
  if (method !== BY_PASSWORD) throw new Error('it does not take a password');
  const user = Buffer.from(username);
  const secret = Buffer.from(password);
  proxy.write(Buffer.concat([Buffer.of(1, user.length), user, Buffer.of(secret.length), secret]));
  const [, status] = await read(proxy, 2);
  if (status !== 0) throw new Error('it does not accept the user name and password');
}

/** Exactly so many bytes; what comes after them is put back. */
async function read(socket: Socket, count: number): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < count) {
    const chunk: Buffer | null = socket.read();
    if (chunk) bytes = Buffer.concat([bytes, chunk]);
    else if (socket.destroyed || socket.readableEnded) throw new Error('the connection ended too early');
    else await news(socket);
  }
  if (bytes.length > count) socket.unshift(bytes.subarray(count));
  return bytes.subarray(0, count);
}

const NEWS = ['readable', 'end', 'close'] as const;

/** The buffer is empty by now: a listener on a full one would be called without end. */
function news(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = () => {
    for (const event of NEWS) socket.off(event, go);
    resolve();
  };
  for (const event of NEWS) socket.on(event, go);
  return promise;
}
