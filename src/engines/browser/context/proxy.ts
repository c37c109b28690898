import type { BrowserContextOptions } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import type { Log } from '../../../kernel/log.ts';
import { openSocksRelay, type SocksRelay } from './socks-relay.ts';

type Proxy = NonNullable<BrowserContextOptions['proxy']>;

export interface OpenProxy {
  /** As the browser is told. */
  readonly proxy: Proxy;
  close(): Promise<void>;
}

/** What Chromium takes; any other it would find wanting only when a page is opened. */
const SCHEMES = new Set(['http:', 'https:', 'socks:', 'socks4:', 'socks5:', 'socks5h:']);

/** The proxy as a browser can use it: a SOCKS5 proxy with a password gets a relay that logs in. */
export async function openProxy(given: Proxy, log: Log): Promise<OpenProxy> {
  const url = URL.parse(given.server.includes('://') ? given.server : `http://${given.server}`);
  if (!url?.hostname || !SCHEMES.has(url.protocol))
    throw fault('INVALID_PROXY', { server: proxyServer(given) ?? '' });
  const username = given.username ?? decodeURIComponent(url.username);
  const password = given.password ?? decodeURIComponent(url.password);
  const isSocks = /^socks5h?:$/.test(url.protocol);
  const server = `${isSocks ? 'socks5:' : url.protocol}//${url.host}`;
  const bypass = given.bypass !== undefined && { bypass: given.bypass };
  if (!isSocks || !username) {
    const login = username ? { username, password } : {};
    return { proxy: { server, ...bypass, ...login }, close: async () => {} };
  }
  const upstream = { host: bare(url.hostname), port: Number(url.port || 1080), username, password };
  const relay: SocksRelay = await openSocksRelay(upstream, log);
  return { proxy: { server: relay.server, ...bypass }, close: () => relay.close() };
}

/** What may be told of a proxy: never the login. */
export function proxyServer(given: Proxy | undefined): string | undefined {
  return given?.server.replace(/^([a-z0-9]+:\/\/)?[^/@]*@/i, '$1');
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
