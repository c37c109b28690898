import type { BrowserContextOptions } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import type { RelayOptions } from '../relay/relay.ts';
import type { Upstream } from '../relay/upstream.ts';
import type { ContextOptions } from './context-options.ts';
import { mayReach } from './origin-guard.ts';

type Proxy = NonNullable<BrowserContextOptions['proxy']>;

/** What decides where the requests of a browser or a context go. */
export interface Reach {
  readonly proxy: Proxy | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly blockedOrigins?: readonly string[] | undefined;
}

/** What is asked for, with the proxy that holds where no other is named. */
export function reachOf({ proxy, allowedOrigins, blockedOrigins }: ContextOptions, usual?: Proxy): Reach {
  return { proxy: proxy ?? usual, allowedOrigins, blockedOrigins };
}

export type ProxyHost = Pick<RelayOptions, 'log' | 'ownerCheck'>;

export interface OpenProxy {
  /** As the browser is told. */
  readonly proxy: Proxy;
  close(): Promise<void>;
}

/** What Chromium takes; any other it would find wanting only when a page is opened. */
const SCHEMES: Readonly<Record<string, Upstream['scheme']>> = {
  'http:': 'http',
  'https:': 'https',
  'socks:': 'socks5',
  'socks4:': 'socks4',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
};
const PORTS: Readonly<Record<Upstream['scheme'], number>> = {
  http: 80,
  https: 443,
  socks4: 1080,
  socks5: 1080,
};

/**
 * The proxy as a browser can use it, if it needs one: with lists of origins it is a relay that keeps to them, and
 * a SOCKS5 proxy with a password gets one that logs in.
 */
export async function openProxy(reach: Reach, host: ProxyHost): Promise<OpenProxy | undefined> {
  const upstream = reach.proxy && upstreamOf(reach.proxy);
  const isLoggedIn = upstream?.scheme === 'socks5' && upstream.username;
  const allowed = mayReach(reach);
  if (allowed || isLoggedIn) {
    const { openRelay } = await import('../relay/relay.ts'); // most never need one
    const relay = await openRelay({ ...host, upstream, mayReach: allowed });
    // Loopback goes through it, too, and what bypasses the proxy does not bypass the lists.
    return { proxy: { server: relay.server, bypass: '<-loopback>' }, close: () => relay.close() };
  }
  if (!upstream) return undefined;
  const { username, password, bypass } = upstream;
  const login = username ? { username, password } : {};
  return { proxy: given({ server: addressOf(reach.proxy!), bypass, ...login }), close: async () => {} };
}

function upstreamOf(proxy: Proxy): Upstream {
  const url = urlOf(proxy);
  const scheme = url && SCHEMES[url.protocol];
  if (!url?.hostname || !scheme) throw fault('INVALID_PROXY', { server: proxyServer(proxy) ?? '' });
  return {
    scheme,
    host: bare(url.hostname),
    port: Number(url.port || PORTS[scheme]),
    username: proxy.username ?? decodeURIComponent(url.username),
    password: proxy.password ?? decodeURIComponent(url.password),
    bypass: proxy.bypass,
  };
}

function addressOf(proxy: Proxy): string {
  const { protocol, host } = urlOf(proxy)!;
  return `${/^socks5h?:$/.test(protocol) ? 'socks5:' : protocol}//${host}`;
}

const urlOf = ({ server }: Proxy) => URL.parse(server.includes('://') ? server : `http://${server}`);

/** What may be told of a proxy: never the login. */
export function proxyServer(given: Proxy | undefined): string | undefined {
  return given?.server.replace(/^([a-z0-9]+:\/\/)?[^/@]*@/i, '$1');
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
