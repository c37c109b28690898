import { MOST_BODY, type SeenBody } from '../../src/contract/watching.ts';
import { addressOf, bodyOf, field, type Sent, sentOf } from './bodies.ts';
import { tell } from './channel.ts';
import { isProxy, replace } from './disguise.ts';
import { after, getter, method, now, OwnString } from './natives.ts';
import { clean } from './stack.ts';

const has = method(Object.prototype.isPrototypeOf);
const clone = method(Response.prototype.clone);
const bytesOf = method(Response.prototype.arrayBuffer);
const bodyOfResponse = getter<ReadableStream<Uint8Array> | null>(Response.prototype, 'body');
const statusOf = getter<number>(Response.prototype, 'status');
const statusTextOf = getter<string>(Response.prototype, 'statusText');
const headersOf = getter<Headers>(Response.prototype, 'headers');
const each = method(Headers.prototype.forEach);
const workersOf = getter<unknown>(Navigator.prototype, 'serviceWorker');
const controllerOf = getter<unknown>(globalThis.ServiceWorkerContainer?.prototype ?? {}, 'controller');
const header = method(Headers.prototype.get);
const readerOf = method(ReadableStream.prototype.getReader as () => ReadableStreamDefaultReader<Uint8Array>);
const read = method(
  ReadableStreamDefaultReader.prototype.read as () => Promise<{ done: boolean; value?: Uint8Array }>,
);
const cancel = method(ReadableStreamDefaultReader.prototype.cancel);
const requestUrl = getter<string>(Request.prototype, 'url');
const requestMethod = getter<string>(Request.prototype, 'method');
const cloneRequest = method(Request.prototype.clone);
const requestBody = getter<unknown>(Request.prototype, 'body');
const bufferOf = method(Request.prototype.arrayBuffer);
const setBytes = method(Uint8Array.prototype.set as (bytes: Uint8Array, at: number) => void);
const upper = method(String.prototype.toUpperCase);
const matches = method(RegExp.prototype.test);
const OwnBytes = Uint8Array;
/** Unpacked it is a thousand times that at most. */
const MOST_PACKED = 16_000;
/** Their end may never come, or is of no interest as text. */
const ENDLESS = /event-stream|^(video|audio)\/|x-mixed-replace/;

interface Asked {
  readonly known: { readonly method: string; readonly url: string };
  readonly sent: Sent | Promise<Sent>;
}

/** What is asked for by `fetch`. */
export function watchFetch(): void {
  replace(globalThis, 'fetch', (call, _self, args) => {
    const at = now();
    const asked = about(args);
    const under = call() as Promise<Response>;
    return after(
      under,
      (response) => {
        void heard(asked, at, response);
        return response;
      },
      (why) => {
        clean(why);
        tell({ ...asked.known, say: 'asked', type: 'fetch', at, ms: now() - at, failure: 'net::ERR_FAILED' });
        throw why;
      },
    );
  });
}

function about([input, init]: readonly unknown[]): Asked {
  const isRequest =
    typeof input === 'object' && input !== null && has(Request.prototype, input) && !isProxy(input);
  const wanted = field(init, 'method') ?? (isRequest ? requestMethod(input) : 'GET');
  const known = {
    method: upper(OwnString(wanted)),
    url: isRequest ? requestUrl(input) : addressOf(input),
  };
  const own = field(init, 'body');
  const isBehind = own === undefined && isRequest && requestBody(input) !== null;
  const sent = isBehind
    ? after(
        bufferOf(cloneRequest(input as Request)),
        (buffer): Sent => ({ body: bodyOf(new OwnBytes(buffer)) }),
      )
    : sentOf(own);
  return { known, sent };
}

async function heard({ known, sent }: Asked, at: number, response: Response): Promise<void> {
  try {
    const type = header(headersOf(response), 'content-type') ?? '';
    const responseHeaders = isServed() ? allOf(headersOf(response)) : typed(type);
    const isEndless = matches(ENDLESS, type);
    // At once: later on the page may have read it.
    const reading = isEndless ? undefined : whole(response);
    const { body, type: requestType } = await sent;
    const responseBody = await reading;
    tell({
      ...known,
      say: 'asked',
      type: 'fetch',
      at,
      ms: now() - at,
      status: statusOf(response),
      statusText: statusTextOf(response),
      responseHeaders,
      ...(body && { requestBody: body }),
      ...(requestType && { requestType }),
      ...(responseBody && { responseBody }),
      ...(isEndless && { isUnderWay: true }),
    });
  } catch {
    // It broke off; the browser tells so itself.
  }
}

/** A worker of the page may have answered, and then nobody else tells of it. */
function isServed(): boolean {
  try {
    const workers = workersOf(navigator);
    return Boolean(workers && controllerOf(workers));
  } catch {
    return false; // a sandbox has none
  }
}

const typed = (type: string): [string, string][] => (type ? [['content-type', type]] : []);

/** To go through them costs the page as much as all the rest. */
function allOf(headers: Headers): [string, string][] {
  const all: [string, string][] = [];
  each(headers, (value, name) => {
    all[all.length] = [name, value];
  });
  return all;
}

async function whole(response: Response): Promise<SeenBody | undefined> {
  const headers = headersOf(response);
  const length = Number(header(headers, 'content-length') ?? Number.NaN);
  const isPacked = header(headers, 'content-encoding') !== null;
  if (!isPacked && length > MOST_BODY) return { length, isTooLarge: true };
  // In one go, where it cannot be long: part by part costs the page more.
  if (length <= (isPacked ? MOST_PACKED : MOST_BODY))
    return bodyOf(new OwnBytes(await bytesOf(clone(response))));
  return inParts(response);
}

async function inParts(response: Response): Promise<SeenBody | undefined> {
  if (!bodyOfResponse(response)) return undefined;
  const stream = bodyOfResponse(clone(response));
  if (!stream) return undefined;
  const reader = readerOf(stream);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await read(reader);
    if (done || !value) break;
    length += value.length;
    if (length > MOST_BODY) {
      void cancel(reader);
      return { length, isTooLarge: true };
    }
    parts[parts.length] = value;
  }
  const bytes = new OwnBytes(length);
  let at = 0;
  for (let i = 0; i < parts.length; i++) {
    setBytes(bytes, parts[i]!, at);
    at += parts[i]!.length;
  }
  return bodyOf(bytes);
}
