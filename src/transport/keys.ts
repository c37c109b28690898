import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ANYBODY, type CallerName, OWN_USER } from '../kernel/owner.ts';
import { isFromHere } from './from-here.ts';
import { HANG_UP, type Refusal } from './http-answer.ts';

/** A key that cannot be guessed, for when none is given. */
export function generateKey(): string {
  return randomBytes(32).toString('hex');
}

/** The key given in the query, where a client cannot set a header (EventSource). */
export function queryToken(url: URL): string | undefined {
  return url.searchParams.get('token') ?? undefined;
}

export type Admission = { readonly caller: CallerName } | { readonly refusal: Refusal };

export interface DoorOptions {
  /** Without any, everybody may call. */
  readonly keys: readonly string[];
  /** Lets connections without a key in that are shown to be our own user's. */
  readonly isOfOwnUser?: ((socket: Socket) => Promise<boolean>) | undefined;
}

/** Lets in who has a key, or needs none. */
export class Door {
  readonly #options: DoorOptions;
  /** Looked up once for each connection: later its far end may be gone from the system's tables. */
  readonly #ofOwnUser = new WeakMap<Socket, Promise<boolean>>();

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  async admit(request: IncomingMessage, token: string | undefined): Promise<Admission> {
    const { keys } = this.#options;
    if (keys.length === 0) return { caller: ANYBODY };
    const given = bearer(request.headers.authorization) ?? token;
    if (given === undefined)
      return (await this.#isOfOwnUser(request)) ? { caller: OWN_USER } : { refusal: MISSING };
    // All are compared, so that the time tells nothing of which one it was.
    const [fitting] = keys
      .map((key, index) => ({ index, fits: isSame(given, key) || isSame(asUtf8(given), key) }))
      .filter(({ fits }) => fits);
    return fitting ? { caller: `key ${fitting.index + 1}` } : { refusal: WRONG };
  }

  #isOfOwnUser(request: IncomingMessage): Promise<boolean> | false {
    const { isOfOwnUser } = this.#options;
    if (!isOfOwnUser || !isFromHere(request)) return false;
    const { socket } = request;
    const known = this.#ofOwnUser.get(socket) ?? isOfOwnUser(socket);
    this.#ofOwnUser.set(socket, known);
    return known;
  }
}

const MISSING: Refusal = {
  status: 401,
  message: 'Authentication required. Send the header "Authorization: Bearer <key>".',
  headers: { ...HANG_UP, 'WWW-Authenticate': 'Bearer' },
};
const WRONG: Refusal = {
  status: 403,
  message: 'Invalid API key. Use the key that the server printed when it started.',
  headers: HANG_UP,
};

/** Compares in a time that tells nothing of the key, not even its length. */
function isSame(given: string, key: string): boolean {
  const digest = (words: string) => createHash('sha256').update(words).digest();
  return timingSafeEqual(digest(given), digest(key));
}

/** Node reads headers byte by byte, and some clients send a key beyond ASCII as UTF-8. */
const asUtf8 = (header: string) => Buffer.from(header, 'latin1').toString('utf8');

function bearer(header: string | undefined): string | undefined {
  return /^bearer +(.*)$/i.exec(header ?? '')?.[1]?.trim();
}
