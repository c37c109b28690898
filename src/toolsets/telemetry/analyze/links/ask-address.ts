import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSafe } from 'node:https';
import type { LookupFunction } from 'node:net';
import { parseAddress } from '../../../../kernel/ip-address.ts';
import { isPrivate } from './private-address.ts';

/** How a server is asked, and by which rules. */
export interface Asking {
  /** The one origin that may lie on this machine or in a private network. */
  readonly ownOrigin: string | undefined;
  /** Whether the lists of origins let an address through. */
  mayReach(url: URL): boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Asked {
  readonly status: number;
  readonly location: string | undefined;
  readonly type: string;
  /** The beginning of what was sent, of a GET that wants it. */
  readonly text: string;
}

/** So much of a document is looked at. */
const MOST_READ = 2_000_000;
export const AGENT = 'sensorium-link-check';

export class PrivateAddress extends Error {}
export class NotAllowed extends Error {}

/** Asks once, without cookies: who checks links must not log anybody out. Follows no redirect. */
export async function askAddress(
  url: URL,
  method: 'HEAD' | 'GET',
  asking: Asking,
  wantsText = false,
): Promise<Asked> {
  if (!asking.mayReach(url)) throw new NotAllowed(url.host);
  const isOwn = url.origin === asking.ownOrigin;
  if (!isOwn && parseAddress(url.hostname) && isPrivate(url.hostname)) throw new PrivateAddress(url.host);
  const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(asking.timeoutMs)]);
  const answer = await open(url, method, signal, isOwn ? undefined : publicLookup);
  const { statusCode: status = 0, headers } = answer;
  const type = headers['content-type'] ?? '';
  const isRead = wantsText && /html|xml|text\/plain/.test(type);
  const text = isRead ? await beginning(answer) : '';
  answer.destroy();
  return { status, location: headers.location, type, text };
}

function open(
  url: URL,
  method: string,
  signal: AbortSignal,
  resolveName: LookupFunction | undefined,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const ask = url.protocol === 'https:' ? requestSafe : requestPlain;
  const headers = { 'user-agent': AGENT, accept: 'text/html,*/*;q=0.5', 'accept-encoding': 'identity' };
  const options = { method, headers, signal, agent: false, ...(resolveName && { lookup: resolveName }) };
  ask(url, options, resolve)
    .on('error', (error) => reject(signal.aborted ? signal.reason : error))
    .end();
  return promise;
}

/** What is connected to is what was looked at: a name cannot mean another address a moment later. */
const publicLookup: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    const open = found.filter(({ address }) => !isPrivate(address));
    if (open.length === 0) return done(new PrivateAddress(name), '');
    if (options.all) return done(null, open);
    return done(null, open[0]!.address, open[0]!.family);
  });
};

async function beginning(answer: IncomingMessage): Promise<string> {
  let text = '';
  answer.setEncoding('utf8');
  for await (const piece of answer) {
    text += piece;
    if (text.length > MOST_READ) break;
  }
  return text;
}
