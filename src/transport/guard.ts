import type { IncomingMessage } from 'node:http';
import { HANG_UP, type Refusal } from './http-answer.ts';

export interface GuardOptions {
  /** The host that the server listens on. */
  readonly boundHost: string;
  /** Known only after listening when the system chooses it. */
  readonly port: () => number;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const EVERYWHERE = ['0.0.0.0', '::', '[::]', ''];

/** Keeps web pages out: neither a foreign page nor a name rebound to this machine may speak to the server. */
export class Guard {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #port: () => number;

  constructor({ boundHost, port, allowedHosts, allowedOrigins }: GuardOptions) {
    const bound = EVERYWHERE.includes(boundHost) ? [] : [urlHost(boundHost)];
    this.#hosts = new Set([...LOOPBACK, ...bound, ...allowedHosts].map((host) => host.toLowerCase()));
    this.#origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
    this.#port = port;
  }

  /** `welcomes` knows origins that may do this one thing. */
  check(request: IncomingMessage, welcomes?: (origin: string) => boolean): Refusal | undefined {
    // Node keeps the first of two; whatever stands before us may have looked at the second.
    const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) return refusal('A request has one Host header, not more.', 400);
    const host = request.headers.host?.toLowerCase();
    if (host === undefined || !this.#isKnownHost(host)) {
      return refusal(`Host "${host ?? ''}" is not allowed. Add it with --allowed-hosts if it is yours.`);
    }
    const { origin } = request.headers;
    if (origin !== undefined) {
      if (welcomes?.(origin) || this.#isKnownOrigin(origin.toLowerCase(), host)) return undefined;
      return refusal(`Origin "${origin}" is not allowed. Add it with --allowed-origins if it is yours.`);
    }
    // A page can fetch pictures and scripts without an Origin, but browsers still say where they come from.
    const site = request.headers['sec-fetch-site'];
    const isForeign = site === 'cross-site' || site === 'same-site';
    if (isForeign && request.headers['sec-fetch-mode'] !== 'navigate')
      return refusal('Requests of other web sites are not allowed. See --allowed-origins.');
    return undefined;
  }

  #isKnownHost(host: string): boolean {
    const name = host.replace(/:\d*$/, '');
    return this.#hosts.has('*') || this.#hosts.has(host) || this.#hosts.has(name);
  }

  #isKnownOrigin(origin: string, host: string): boolean {
    if (this.#origins.has(origin) || this.#origins.has('*')) return true;
    // Our own web app: the very host that was asked, or another loopback name of this port.
    return (
      origin === `http://${host}` ||
      origin === `https://${host}` ||
      LOOPBACK.some((name) => origin === `http://${name}:${this.#port()}`)
    );
  }
}

function refusal(message: string, status = 403): Refusal {
  return { status, message, headers: HANG_UP };
}

/** A host as it stands in URLs and Host headers: IPv6 in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
