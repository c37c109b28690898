/** Plain HTTP for tests: every header can be set (Host too), no connection is kept, nothing is retried. */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Message } from './json-rpc.ts';
import type { Cleanup } from './scratch.ts';
import { Arrivals } from './waiting.ts';

export interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** A string or bytes are sent as they are, everything else as JSON with its content type. */
  readonly body?: unknown;
  readonly limitMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RpcReply extends Reply {
  /** Every message of the answer: one for JSON, all events for a stream. */
  readonly messages: readonly Message[];
  /** The last message that answers a request. */
  readonly answer: Message | undefined;
}

export interface SseEvent {
  readonly event: string;
  readonly data: string;
}

function open(url: string, call: Call): Promise<IncomingMessage> {
  const raw = typeof call.body === 'string' || call.body instanceof Uint8Array;
  const body =
    call.body === undefined
      ? undefined
      : raw
        ? (call.body as string | Uint8Array)
        : JSON.stringify(call.body);
  const json = call.body !== undefined && !raw ? { 'content-type': 'application/json' } : {};
  const method = call.method ?? (body === undefined ? 'GET' : 'POST');
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { agent: false, method, headers: { ...json, ...call.headers } });
    outgoing.setTimeout(call.limitMs ?? 15_000, () =>
      outgoing.destroy(new Error(`${method} ${url}: no answer`)),
    );
    outgoing.on('response', resolve).on('error', reject);
    outgoing.end(body);
  });
}

/** One request, its whole answer. */
export async function fetchText(url: string, call: Call = {}): Promise<Reply> {
  const response = await open(url, call);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

export interface RpcOptions {
  readonly key?: string | undefined;
  readonly session?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly limitMs?: number;
}

/** Posts JSON-RPC to an /mcp endpoint as a well-behaved client does. */
export async function rpc(url: string, message: unknown, options: RpcOptions = {}): Promise<RpcReply> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(options.key && { authorization: `Bearer ${options.key}` }),
    ...(options.session && { 'mcp-session-id': options.session }),
    ...options.headers,
  };
  const limit = options.limitMs === undefined ? {} : { limitMs: options.limitMs };
  const reply = await fetchText(url, { headers, body: message, ...limit });
  const messages = messagesOf(reply);
  const answer = messages.findLast((one) => one.method === undefined);
  return { ...reply, messages, answer };
}

function messagesOf(reply: Reply): readonly Message[] {
  const type = reply.headers['content-type'] ?? '';
  if (type.startsWith('text/event-stream')) {
    const data = parseEvents(reply.text).map((event) => event.data);
    return data.filter(Boolean).map((text): Message => JSON.parse(text));
  }
  if (!type.startsWith('application/json') || reply.text === '') return [];
  const parsed: Message | Message[] = JSON.parse(reply.text);
  return Array.isArray(parsed) ? parsed : [parsed];
}

/** The events of a finished or unfinished stream text; comments are left out. */
function parseEvents(text: string): readonly SseEvent[] {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n').slice(0, -1);
  return blocks.flatMap((block) => {
    const lines = block.split('\n');
    const field = (name: string) =>
      lines
        .filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
    const data = field('data');
    const event = field('event')[0];
    return data.length > 0 || event ? [{ event: event ?? 'message', data: data.join('\n') }] : [];
  });
}

/** An open event stream. */
export class SseStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly events = new Arrivals<SseEvent>();
  /** Comment lines (keep-alive pings) as they came. */
  readonly comments = new Arrivals<string>();
  readonly #response: IncomingMessage;
  #rest = '';

  constructor(response: IncomingMessage) {
    this.#response = response;
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    response.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    response.on('close', () => {
      this.events.end();
      this.comments.end();
    });
    // The server may drop us, and close() drops the server; the end of `events` tells either.
    response.on('error', () => undefined);
  }

  #take(text: string): void {
    const all = (this.#rest + text).replaceAll('\r\n', '\n');
    const end = all.lastIndexOf('\n\n');
    this.#rest = end < 0 ? all : all.slice(end + 2);
    if (end < 0) return;
    const whole = all.slice(0, end + 2);
    for (const line of whole.split('\n')) if (line.startsWith(':')) this.comments.push(line.slice(1).trim());
    for (const event of parseEvents(whole)) this.events.push(event);
  }

  /** The first event of that name. */
  event(name: string, limitMs?: number): Promise<SseEvent> {
    return this.events.first((event) => event.event === name, `event ${name}`, limitMs);
  }

  /** The answer to a request, from the `message` events. */
  async answer(id: number | string | null, limitMs?: number): Promise<Message> {
    const answers = ({ event, data }: SseEvent) => {
      if (event !== 'message') return false;
      const message: Message = JSON.parse(data);
      return message.id === id && message.method === undefined;
    };
    return JSON.parse((await this.events.first(answers, `the answer to ${id}`, limitMs)).data);
  }

  close(): void {
    this.#response.destroy();
  }
}

/** Opens an event stream, by a POST where there is a body; it is closed when the test is over. */
export async function openSse(
  t: Cleanup,
  url: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<SseStream> {
  const response = await open(url, { headers: { accept: 'text/event-stream', ...headers }, body });
  response.socket.setTimeout(0);
  const stream = new SseStream(response);
  t.after(() => stream.close());
  return stream;
}
