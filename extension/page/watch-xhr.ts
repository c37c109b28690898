import type { AskedSeen, SeenBody } from '../../src/contract/watching.ts';
import { addressOf, bodyOf, sentOf, textBody } from './bodies.ts';
import { tell } from './channel.ts';
import { replace, replaceClass } from './disguise.ts';
import { getter, Known, listen, method, now, OwnString } from './natives.ts';

const prototype = XMLHttpRequest.prototype;
const statusOf = getter<number>(prototype, 'status');
const statusTextOf = getter<string>(prototype, 'statusText');
const typeOf = getter<string>(prototype, 'responseType');
const textOf = getter<string>(prototype, 'responseText');
const responseOf = getter<unknown>(prototype, 'response');
const headersOf = method(prototype.getAllResponseHeaders);
const split = method(String.prototype.split as (by: string) => string[]);
const indexOf = method(String.prototype.indexOf);
const slice = method(String.prototype.slice);
const upper = method(String.prototype.toUpperCase);
const OwnBytes = Uint8Array;

interface Opened {
  readonly method: string;
  readonly url: string;
}

/** What is asked for in the older ways, and what is sent off without waiting for an answer. */
export function watchOthers(): void {
  const opened = new Known<Opened>();
  replace(prototype, 'open', (call, self, [wanted, url]) => {
    const result = call();
    opened.set(self as object, { method: upper(OwnString(wanted)), url: addressOf(url) });
    return result;
  });
  replace(prototype, 'send', (call, self, [body]) => {
    const known = opened.get(self as object);
    if (!known) return call();
    const at = now();
    const sent = sentOf(body);
    listen(self as EventTarget, 'loadend', () => void ended(self as XMLHttpRequest, known, at, sent));
    return call();
  });
  replace(Navigator.prototype, 'sendBeacon', (call, _self, [url, body]) => {
    const at = now();
    const result = call();
    void beacon(addressOf(url), at, sentOf(body));
    return result;
  });
  replaceClass(globalThis, 'EventSource', (source: EventSource, [url]) => {
    const known = { say: 'asked', type: 'eventsource', method: 'GET', url: addressOf(url) } as const;
    /** When it was asked for the first time; later on the browser asks again by itself. */
    let first: number | undefined = now();
    const told = (event: Event, how: Pick<AskedSeen, 'status' | 'isUnderWay' | 'failure'>) => {
      if (!event.isTrusted) return;
      const at = first ?? now();
      first = undefined;
      tell({ ...known, at, ms: now() - at, ...how });
    };
    listen(source, 'open', (event: Event) => told(event, { status: 200, isUnderWay: true }));
    // That an answer broke off is told by the browser.
    listen(source, 'error', (event: Event) => {
      if (first !== undefined) told(event, { failure: 'net::ERR_FAILED' });
    });
  });
}

async function beacon(url: string, at: number, sent: ReturnType<typeof sentOf>): Promise<void> {
  const { body, type } = await sent;
  tell({
    say: 'asked',
    type: 'ping',
    method: 'POST',
    url,
    at,
    ms: 0,
    ...(body && { requestBody: body }),
    ...(type && { requestType: type }),
  });
}

async function ended(
  request: XMLHttpRequest,
  known: Opened,
  at: number,
  sent: ReturnType<typeof sentOf>,
): Promise<void> {
  const ms = now() - at;
  const status = statusOf(request);
  const responseBody = status === 0 ? undefined : received(request);
  const responseHeaders = status === 0 ? undefined : listed(headersOf(request));
  const statusText = statusTextOf(request);
  const { body, type } = await sent;
  const word: AskedSeen = {
    say: 'asked',
    type: 'xhr',
    ...known,
    at,
    ms,
    ...(status === 0 ? { failure: 'net::ERR_FAILED' } : { status, statusText }),
    ...(body && { requestBody: body }),
    ...(type && { requestType: type }),
    ...(responseBody && { responseBody }),
    ...(responseHeaders && { responseHeaders }),
  };
  tell(word);
}

function received(request: XMLHttpRequest): SeenBody | undefined {
  const type = typeOf(request);
  if (type === '' || type === 'text') return textBody(textOf(request));
  if (type === 'arraybuffer') {
    const buffer = responseOf(request);
    return buffer ? bodyOf(new OwnBytes(buffer as ArrayBuffer)) : undefined;
  }
  return undefined; // the page has it as an object already
}

function listed(text: string): [string, string][] {
  const lines = split(text, '\r\n');
  const all: [string, string][] = [];
  for (let i = 0; i < lines.length; i++) {
    const colon = indexOf(lines[i]!, ': ');
    if (colon > 0) all[all.length] = [slice(lines[i]!, 0, colon), slice(lines[i]!, colon + 2)];
  }
  return all;
}
