import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { CallerName } from '../../kernel/owner.ts';
import { isLoopback } from '../from-here.ts';

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
  /** Good only on connections that are shown to be our own user's. */
  readonly isOwn?: boolean;
}

export interface LoginOptions {
  readonly now?: () => number;
  /** Whose a loopback connection is, where the system shows it. */
  readonly isOfOwnUser?: ((socket: Socket) => Promise<boolean>) | undefined;
}

/**
 * Who has opened the web app: one-time codes, and the cookies that they were swapped for. Neither proves by itself who
 * comes with it: a browser sends the cookies of a host to each of its ports, so another user of this machine gets them
 * who only serves a page there, and what opens a link shows it to everybody in the list of processes.
 */
export class AppLogins {
  readonly #codes = new Map<string, Kept>();
  readonly #logins = new Map<string, Kept>();
  readonly #now: () => number;
  readonly #isOfOwnUser: LoginOptions['isOfOwnUser'];
  /** Looked up once for each connection: later its far end may be gone from the system's tables. */
  readonly #known = new WeakMap<Socket, Promise<boolean>>();

  constructor({ now = Date.now, isOfOwnUser }: LoginOptions = {}) {
    this.#now = now;
    this.#isOfOwnUser = isOfOwnUser;
  }

  /** A code for a link. */
  code(callers: Callers): string {
    return this.#add(this.#codes, { callers }, CODE_MS, 16);
  }

  /** A login for a code, which is good no longer. Who is shown to be another user of this machine gets none. */
  async swap(code: string, request: IncomingMessage): Promise<string | undefined> {
    if ((await this.#isOwn(request)) === false) return undefined;
    const kept = this.#get(this.#codes, code);
    this.#codes.delete(hashOf(code));
    return kept && this.login(kept.callers, request);
  }

  async login(callers: Callers, request: IncomingMessage): Promise<string> {
    const isOwn = (await this.#isOwn(request)) === true;
    return this.#add(this.#logins, { callers, isOwn }, LOGIN_MS, 32);
  }

  /** Undefined where it cannot be told: from another machine, or where the system does not show it. */
  async #isOwn({ socket }: IncomingMessage): Promise<boolean | undefined> {
    if (!this.#isOfOwnUser || !isLoopback(socket)) return undefined;
    const known = this.#known.get(socket) ?? this.#isOfOwnUser(socket);
    this.#known.set(socket, known);
    return known;
  }

  end(request: IncomingMessage): void {
    const token = cookieOf(request);
    if (token !== undefined) this.#logins.delete(hashOf(token));
  }

  /** For whom the request may look, by its cookie. */
  async who(request: IncomingMessage): Promise<Callers | undefined> {
    const kept = this.#keptOf(request);
    const isTheirs = !kept?.isOwn || (await this.#isOwn(request)) === true;
    return isTheirs ? kept?.callers : undefined;
  }

  /** Whether somebody who was let in is still logged in. */
  isStill(request: IncomingMessage): boolean {
    return this.#keptOf(request) !== undefined;
  }

  #keptOf(request: IncomingMessage): Kept | undefined {
    const token = cookieOf(request);
    return token === undefined ? undefined : this.#get(this.#logins, token);
  }

  #add(kept: Map<string, Kept>, what: Omit<Kept, 'until'>, ms: number, bytes: number): string {
    const token = randomBytes(bytes).toString('base64url');
    for (const [hash, { until }] of kept) if (until <= this.#now()) kept.delete(hash);
    const theirs = [...kept].filter(([, one]) => isSame(one.callers, what.callers));
    const [oldest] = theirs.length >= MOST ? theirs : [];
    if (oldest) kept.delete(oldest[0]);
    kept.set(hashOf(token), { ...what, until: this.#now() + ms });
    return token;
  }

  #get(kept: Map<string, Kept>, token: string): Kept | undefined {
    const found = kept.get(hashOf(token));
    return found && found.until > this.#now() ? found : undefined;
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
