import type { Begun, ExchangeBook, Follower, Key, Opening, Schemas } from './follow.ts';
import { isGrpc, messagesOf, outcomeOf, type ReadMessage } from './grpc/call.ts';
import {
  fieldOf,
  type HeaderList,
  type HttpRequestDetail,
  type HttpResponseDetail,
  isInterim,
} from './http.ts';
import type { Message } from './message.ts';
import { pathPattern } from './name-pattern.ts';
import { traceOf, tracesField } from './trace-context.ts';
import { addressValues, askedMarks, bodyValues, jsonValues, noteAnswered } from './value-marks.ts';

/** Headers by which one request is told from another; none of them carries credentials. */
const TELLING: ReadonlySet<string> = new Set([
  'host',
  'origin',
  'user-agent',
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'range',
  'x-requested-with',
  'x-request-id',
  'sec-fetch-mode',
  'sec-fetch-dest',
]);

/** A request with its answer, in HTTP/1 and 2. */
export function followHttp(book: ExchangeBook, { grpc }: Schemas): Follower {
  /** Answered before they were whole, as an upload that is refused. */
  const early = new Set<Key>();
  return (message, number) => {
    const key = message.exchange;
    if (key === undefined) return;
    const known = book.get(key);
    if (known) book.add(known, message, number);
    if (message.kind === 'request') {
      if (early.delete(key)) return;
      if (known) Object.assign(known, requestOf(message as Message<HttpRequestDetail>, grpc));
      else book.begin(key, message, number, requestOf(message as Message<HttpRequestDetail>, grpc));
    } else if (message.kind === 'response') {
      const { detail } = message as Message<HttpResponseDetail>;
      if (isInterim(detail)) return;
      if (!known && detail.method === undefined) return;
      if (!known) early.add(key);
      const begun = known ?? book.begin(key, message, number, unfinished(message, detail));
      if (begun.protocol === 'grpc') answerCall(begun, message as Message<HttpResponseDetail>, grpc);
      else answer(begun, message as Message<HttpResponseDetail>);
      book.end(key, begun.error === undefined ? 'done' : 'failed');
      if (early.size > 1000) early.clear();
    } else if (message.kind === 'headers' && message.direction === 'up' && !known) {
      // A stream of HTTP/2 whose client goes on sending: it runs, though the request is not whole.
      const headers = message.detail.headers as HeaderList;
      if (fieldOf(headers, ':method') !== undefined)
        book.begin(key, message, number, begunStream(headers, message));
    } else if (message.kind === 'rst-stream' && known) {
      known.errorCode = String(message.detail.error);
      known.error = `${message.direction === 'up' ? 'the client' : 'the service'} gave it up`;
      book.end(key, 'failed');
    }
  };
}

function requestOf({ protocol, detail, body }: Message<HttpRequestDetail>, read?: ReadMessage): Opening {
  const { method, target, url, headers, rawLength } = detail;
  const opening = { protocol, ...requestWords(method, target, url, headers) };
  if (!isGrpc(headers))
    return { ...opening, ...askedMarks([...addressValues(target), ...bodyValues(body, headers)]) };
  const { shown, count } = messagesOf(body, rawLength, (bytes) => read?.(target, 'request', bytes));
  const left = (count ?? shown.length) - shown.length;
  return {
    ...opening,
    ...callWords(target),
    ...askedMarks(shown.flatMap((one) => [...jsonValues(one)])),
    parameters: left > 0 ? [...shown, `… ${count} in all`] : shown,
  };
}

/** A call of gRPC is known by the path of its method. */
const callWords = (path: string) => ({ protocol: 'grpc', kind: 'call', question: path, statement: path });

function requestWords(method: string, target: string, url: string, headers: HeaderList) {
  const told = headers
    .filter(([name]) => TELLING.has(name.toLowerCase()))
    .map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return {
    kind: 'request',
    method,
    url,
    question: `${method} ${target}`,
    statement: `${method} ${pathPattern(target)}`,
    headers: told,
    ...tracesField(traceOf('traceparent', fieldOf(headers, 'traceparent'))),
  };
}

function begunStream(headers: HeaderList, { protocol }: Message): Opening {
  const path = fieldOf(headers, ':path') ?? '';
  const url = `${fieldOf(headers, ':scheme') ?? 'http'}://${fieldOf(headers, ':authority') ?? 'unknown'}${path}`;
  const opening = { protocol, ...requestWords(fieldOf(headers, ':method') ?? '', path, url, headers) };
  return isGrpc(headers) ? { ...opening, ...callWords(path) } : opening;
}

/** A request that is still being sent when its answer is whole. */
function unfinished(
  { protocol }: Message,
  { method = '', target = '', timing }: HttpResponseDetail,
): Opening {
  return {
    protocol,
    kind: 'request',
    method,
    question: `${method} ${target}`,
    statement: `${method} ${pathPattern(target)}`,
    ...(timing && { startTime: timing.requestStart }),
  };
}

/** HTTP says 200 whatever became of a call; the trailers tell. */
function answerCall(
  begun: Begun,
  { detail, body, error }: Message<HttpResponseDetail>,
  read?: ReadMessage,
): void {
  const { status, code, message } = outcomeOf(detail.headers, detail.trailers);
  const { shown, count } = messagesOf(body, detail.rawLength, (bytes) =>
    read?.(begun.question, 'response', bytes),
  );
  if (status !== undefined) begun.status = status;
  noteAnswered(
    begun,
    shown.flatMap((one) => [...jsonValues(one)]),
  );
  const many = count === 1 ? '' : `${count ?? 'many'} messages: `;
  begun.result = `${code ?? detail.status} ${count === 0 ? '' : many}${shown.join(' ')}`.trim();
  if (status === 0 && error === undefined) return;
  begun.error = message ?? error ?? (status === undefined ? 'no status came' : (code ?? ''));
  if (code !== undefined) begun.errorCode = code;
}

function answer(begun: Begun, { detail, body, error }: Message<HttpResponseDetail>): void {
  const { status, reason, headers, timing } = detail;
  noteAnswered(begun, bodyValues(body, headers));
  const type = fieldOf(headers, 'content-type');
  begun.status = status;
  begun.result = [status, reason, type, `${detail.rawLength} bytes`].filter(Boolean).join(' ');
  if (timing) begun.waitMs = Math.max(0, timing.firstByte - timing.requestEnd) / 1000;
  if (error !== undefined) begun.error = error;
  else if (status >= 400) begun.error = `${status} ${reason}`.trim();
}
