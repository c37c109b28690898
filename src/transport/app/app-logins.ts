import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CallerName } from '../../kernel/owner.ts';

/** Whose record a person may see. */
export type Callers = readonly CallerName[];

/** A code is good for one login within this time. */
const CODE_MS = 5 * 60_000;
/** A login is good for a working day. */
const LOGIN_MS = 12 * 3600_000;
/** More of the same people are not kept: their oldest ends. */
const MOST = 200;

interface Kept {
  readonly callers: Callers;
  readonly until: number;
}

/** Who has opened the web app: one-time codes, and the cookies that they were swapped for. */
export class AppLogins {
  readonly #codes = new Map<string, Kept>();
  readonly #logins = new Map<string, Kept>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A code for a link. */
  code(callers: Callers): string {
    return this.#add(this.#codes, callers, CODE_MS, 16);
  }

  /** A login for a code, which is good no longer. */
  swap(code: string): string | undefined {
    const kept = this.#get(this.#codes, code);
    this.#codes.delete(hashOf(code));
    return kept && this.login(kept);
  }

  login(callers: Callers): string {
    return this.#add(this.#logins, callers, LOGIN_MS, 32);
  }

  end(request: IncomingMessage): void {
    const token = cookieOf(request);
    if (token !== undefined) this.#logins.delete(hashOf(token));
  }

  /** For whom the request may look, by its cookie. */
  who(request: IncomingMessage): Callers | undefined {
    const token = cookieOf(request);
    return token === undefined ? undefined : this.#get(this.#logins, token);
  }

  #add(kept: Map<string, Kept>, callers: Callers, ms: number, bytes: number): string {
    const token = randomBytes(bytes).toString('base64url');
    for (const [hash, { until }] of kept) if (until <= this.#now()) kept.delete(hash);
    const theirs = [...kept].filter(([, one]) => isSame(one.callers, callers));
    const [oldest] = theirs.length >= MOST ? theirs : [];
    if (oldest) kept.delete(oldest[0]);
    kept.set(hashOf(token), { callers, until: this.#now() + ms });
    return token;
  }

  #get(kept: Map<string, Kept>, token: string): Callers | undefined {
    const found = kept.get(hashOf(token));
    return found && found.until > this.#now() ? found.callers : undefined;
  }
}

const isSame = (some: Callers, others: Callers) => some.join('\n') === others.join('\n');

/** Looked up by its hash, so that the time it takes tells nothing. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64');

/** Cookies know no ports, so the name has it: two servers of one machine would log each other's people out. */
const cookieName = (request: IncomingMessage) => `sensorium_${request.socket.localPort ?? 0}`;

export function cookieFor(request: IncomingMessage, token: string | undefined): string {
  const isTls = 'encrypted' in request.socket;
  const ends = token === undefined ? 0 : LOGIN_MS / 1000;
  return `${cookieName(request)}=${token ?? ''}; Path=/app; HttpOnly; SameSite=Strict; Max-Age=${ends}${isTls ? '; Secure' : ''}`;
}

function cookieOf(request: IncomingMessage): string | undefined {
  const name = `${cookieName(request)}=`;
  const all = (request.headers.cookie ?? '').split(';').map((one) => one.trim());
  return all.find((one) => one.startsWith(name))?.slice(name.length);
}

/**
 * Whether a request comes from the app itself, or from nobody's page. Stricter than the guard of the whole server:
 * other ports of this machine are the same site to a browser, and send the cookie along.
 */
export function isOwnPage(request: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined) {
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    return origin === `${scheme}://${host}` || origin === `https://${host}`;
  }
  return site === undefined || site === 'same-origin' || site === 'none';
}
