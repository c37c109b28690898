import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Refusal } from './http-answer.ts';

/** A key that cannot be guessed, for when none is given. */
export function generateKey(): string {
  return randomBytes(32).toString('hex');
}

/** The key given in the query, where a client cannot set a header (EventSource). */
export function queryToken(url: URL): string | undefined {
  return url.searchParams.get('token') ?? undefined;
}

/** A name for whoever sent a request: the same for all who came with the same key, and nothing tells the key from it. */
export function callerOf(request: IncomingMessage, url?: URL): string {
  const key = bearer(request.headers.authorization) ?? (url && queryToken(url)) ?? '';
  return createHash('sha256').update(key).digest('hex');
}

/** Compares in a time that tells nothing of the key, not even its length. */
function isSame(given: string, key: string): boolean {
  const digest = (words: string) => createHash('sha256').update(words).digest();
  return timingSafeEqual(digest(given), digest(key));
}

/** Why the request may not pass, or undefined when it may. */
export function refuseWithoutKey(
  request: IncomingMessage,
  keys: readonly string[],
  token: string | undefined,
): Refusal | undefined {
  const given = bearer(request.headers.authorization) ?? token;
  if (given === undefined) {
    return {
      status: 401,
      message: 'Authentication required. Send the header "Authorization: Bearer <key>".',
      headers: { 'WWW-Authenticate': 'Bearer' },
    };
  }
  // All are compared, so that the time tells nothing of which one it was.
  if (keys.filter((key) => isSame(given, key) || isSame(asUtf8(given), key)).length > 0) return undefined;
  return { status: 403, message: 'Invalid API key. Use the key that the server printed when it started.' };
}

/** Node reads headers byte by byte, and some clients send a key beyond ASCII as UTF-8. */
const asUtf8 = (header: string) => Buffer.from(header, 'latin1').toString('utf8');

function bearer(header: string | undefined): string | undefined {
  return /^bearer +(.*)$/i.exec(header ?? '')?.[1]?.trim();
}
