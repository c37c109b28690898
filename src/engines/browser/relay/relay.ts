import { type AddressInfo, createServer, isIP, type Socket } from 'node:net';
import type { Log } from '../../../kernel/log.ts';
import { join, peek, read } from './sockets.ts';
import type { Target, Upstream } from './upstream.ts';
import { wayOf } from './ways.ts';

/*
 *   browser ──SOCKS5──► relay on loopback ──directly, or through the user's proxy──► target
 *
 * Whatever leaves the browser over TCP comes by here, with the name of its target and before anything was looked up:
 * pages, frames, workers, WebSockets, redirects and the browser's own errands alike. So this is where lists of origins
 * hold. And Chromium cannot log in to a SOCKS5 proxy: the relay does that for it. Bytes are passed on as they are.
 */
export interface Relay {
  /** socks5://127.0.0.1:port, for the browser. */
  readonly server: string;
  close(): Promise<void>;
}

/** What tells whether the other end of a connection belongs to our own user; nothing where nobody can tell. */
export type OwnerCheck = () => Promise<((socket: Socket) => Promise<boolean>) | undefined>;

export interface RelayOptions {
  readonly log: Log;
  /** Without it, every user of the machine may come. */
  readonly ownerCheck?: OwnerCheck | undefined;
  readonly upstream?: Upstream | undefined;
  /** Unset: everything may be reached. */
  readonly mayReach?: ((url: URL) => boolean) | undefined;
}

const VERSION = 5;
const NO_LOGIN = 0;
const CONNECT = 1;
const BY_V4 = 1;
const BY_NAME = 3;
const BY_V6 = 4;
/** What the browser is answered. It tells only the two last from each other. */
const DONE = 0;
const NOT_ALLOWED = 2;
const UNREACHABLE = 4;
/** How TLS begins. A request of HTTP begins with a capital letter, and browsers send nothing else. */
const TLS = 0x16;

export async function openRelay(options: RelayOptions): Promise<Relay> {
  const { log, upstream } = options;
  const isOfOwnUser = await options.ownerCheck?.();
  const sockets = new Set<Socket>();
  const wayTo = wayOf(upstream);
  const server = createServer((browser) => {
    sockets.add(browser);
    browser.on('close', () => sockets.delete(browser));
    browser.on('error', () => browser.destroy());
    relay(browser, isOfOwnUser?.(browser) ?? true, options, wayTo).catch((error: unknown) => {
      log.debug('the relay let a connection go', { proxy: upstream?.host, error });
      browser.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const whose = isOfOwnUser ? 'its own user only' : 'every user of this machine';
  log.info(`a relay of the browser's connections listens on 127.0.0.1:${port}, for ${whose}`);
  return {
    server: `socks5://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function relay(
  browser: Socket,
  isOwn: Promise<boolean> | true,
  { log, upstream, mayReach }: RelayOptions,
  wayTo: ReturnType<typeof wayOf>,
): Promise<void> {
  if (!(await isOwn)) throw new Error('it is not of our own user');
  const target = await targetOf(browser);
  const schemes = ['http', 'https'].filter((scheme) => !mayReach || mayReach(addressOf(scheme, target)));
  const way = wayTo(target);
  if (schemes.length === 0) {
    log.debug('an origin is not allowed', { ...target });
    return void browser.end(answer(NOT_ALLOWED));
  }
  const open = async () => {
    const onward = await way.open(target);
    if (browser.destroyed) onward.destroy();
    browser.on('close', () => onward.destroy());
    return onward;
  };
  // Where the scheme matters, to the lists or to a proxy of HTTP, the browser has to begin before it is known.
  const isAnyAlike = schemes.length === 2 && !way.passPlain;
  const early = !isAnyAlike ? undefined : await open().catch((error: unknown) => error as Error);
  if (early instanceof Error) {
    if (upstream) log.warning('the proxy did not take a connection', { proxy: upstream.host, error: early });
    else log.debug('a target cannot be reached', { ...target, error: early });
    return void browser.end(answer(UNREACHABLE));
  }
  browser.write(answer(DONE));
  if (mayReach || !isAnyAlike) {
    const scheme = schemeOf(await peek(browser));
    if (!scheme || !schemes.includes(scheme)) {
      log.debug('an origin is not allowed', { ...target, scheme });
      return void browser.destroy();
    }
    if (scheme === 'http' && way.passPlain) return way.passPlain(browser, target);
  }
  join(browser, early ?? (await open()));
}

/** Greets the browser, and takes what it asks for. */
async function targetOf(browser: Socket): Promise<Target> {
  const [, methods = 0] = await read(browser, 2);
  await read(browser, methods);
  browser.write(Buffer.of(VERSION, NO_LOGIN));
  const [, command, , kind] = await read(browser, 4);
  if (command !== CONNECT) throw new Error('it asks for something else than a connection');
  const host = await hostOf(browser, kind);
  return { host, port: (await read(browser, 2)).readUInt16BE() };
}

async function hostOf(browser: Socket, kind: number | undefined): Promise<string> {
  if (kind === BY_NAME) return String(await read(browser, (await read(browser, 1))[0]!));
  if (kind === BY_V4) return (await read(browser, 4)).join('.');
  if (kind !== BY_V6) throw new Error('it names an address of an unknown kind');
  const words = (await read(browser, 16)).toString('hex').match(/.{4}/g)!;
  return words.join(':');
}

const answer = (status: number) => Buffer.of(VERSION, status, 0, BY_V4, 0, 0, 0, 0, 0, 0);

const addressOf = (scheme: string, { host, port }: Target) =>
  new URL(`${scheme}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`);

const schemeOf = (first: number) =>
  first === TLS ? 'https' : first >= 0x41 && first <= 0x5a ? 'http' : undefined;
