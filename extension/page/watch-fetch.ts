import { MOST_BODY, type SeenBody } from '../../src/contract/watching.ts';
import { addressOf, bodyOf, field, type Sent, sentOf } from './bodies.ts';
import { tell } from './channel.ts';
import { isProxy, replace } from './disguise.ts';
import { after, getter, method, now, OwnString } from './natives.ts';
import { clean } from './stack.ts';

const has = method(Object.prototype.isPrototypeOf);
const clone = method(Response.prototype.clone);
const bodyOfResponse = getter<ReadableStream<Uint8Array> | null>(Response.prototype, 'body');
const statusOf = getter<number>(Response.prototype, 'status');
const statusTextOf = getter<string>(Response.prototype, 'statusText');
const headersOf = getter<Headers>(Response.prototype, 'headers');
const each = method(Headers.prototype.forEach);
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
  const responseHeaders: [string, string][] = [];
  try {
    each(headersOf(response), (value, name) => {
      responseHeaders[responseHeaders.length] = [name, value];
    });
    const type = header(headersOf(response), 'content-type') ?? '';
    const { body, type: requestType } = await sent;
    const responseBody = matches(ENDLESS, type) ? undefined : await whole(response);
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
    });
  } catch {
    // It broke off; the browser tells so itself.
  }
}

async function whole(response: Response): Promise<SeenBody | undefined> {
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
