import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONRPCMessage, JSONRPCRequest, Transport } from '@modelcontextprotocol/server';
import type { Log } from '../kernel/log.ts';
import type { CallerName } from '../kernel/owner.ts';
import type { Connection, ConnectionFactory } from './connection.ts';
import { EventStream } from './event-stream.ts';
import { isFromHere } from './from-here.ts';
import { refuse, sendEmpty, sendJson } from './http-answer.ts';
import { readJsonBody } from './http-body.ts';
import { InFlight } from './in-flight.ts';
import { queryToken } from './keys.ts';
import { encodeMessage, type Inbound, readMessages } from './message.ts';

export interface SseOptions {
  readonly factory: ConnectionFactory;
  readonly cwd: string;
  readonly maxBody: number;
  readonly pingMs: number;
  /** How long a POST waits for its answer; some clients give a POST five seconds. */
  readonly replyMs: number;
  readonly publicUrl: string | undefined;
  readonly log: Log;
}

/** The stream of one client. Answers go there, and to the POST that still waits for them. */
class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly sessionId: string;
  readonly #stream: EventStream;
  readonly #inFlight = new InFlight<(json: string | undefined) => void>();
  #isClosed = false;

  constructor(sessionId: string, stream: EventStream) {
    this.sessionId = sessionId;
    this.#stream = stream;
  }

  async start(): Promise<void> {}

  /** Delivers; fulfilled with the answer to a request, or with undefined when none came in time. */
  async deliver(inbound: Inbound, waitMs: number): Promise<string | undefined> {
    if (inbound.kind === 'request') return this.#request(inbound.message, waitMs);
    if (inbound.kind === 'invalid') {
      const json = encodeMessage(inbound.answer);
      this.#stream.send('message', json);
      return json;
    }
    if (inbound.kind === 'notification')
      this.#inFlight.notify(inbound.message, this.onmessage, ({ tag: reply }) => reply(undefined));
    else if (inbound.kind === 'response') this.onmessage?.(inbound.message);
    return undefined;
  }

  #request(message: JSONRPCRequest, waitMs: number): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const timer = setTimeout(resolve, waitMs, undefined);
    const reply = (json: string | undefined) => {
      clearTimeout(timer);
      resolve(json);
    };
    this.onmessage?.(this.#inFlight.add(message, reply));
    return promise;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) {
      this.#stream.send('message', encodeMessage(message));
      return;
    }
    const settled = this.#inFlight.settle(message);
    if (!settled) return;
    const json = encodeMessage(settled.message);
    this.#stream.send('message', json);
    settled.tag(json);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { tag: reply } of this.#inFlight.values()) reply(undefined);
    this.#inFlight.clear();
    this.#stream.end();
    this.onclose?.();
  }
}

interface SseClient {
  readonly transport: SseTransport;
  readonly connection: Connection;
  readonly caller: CallerName;
}

/** The transport of 2024-11-05: `GET /sse` for what we say, `POST /message` for what the client says. */
export class SseEndpoint {
  readonly #options: SseOptions;
  readonly #clients = new Map<string, SseClient>();

  constructor(options: SseOptions) {
    this.#options = options;
  }

  async open(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    caller: CallerName,
  ): Promise<void> {
    const { factory, cwd, pingMs, log } = this.#options;
    const id = randomUUID();
    const stream = new EventStream(response, { pingMs });
    const transport = new SseTransport(id, stream);
    const connection = factory({ transport: 'sse', cwd, caller, isElsewhere: !isFromHere(request) });
    this.#clients.set(id, { transport, connection, caller });
    log.debug('an SSE session began');
    response.on('close', () => {
      this.#end(id).catch((cause) => log.error('session did not close well', { cause }));
    });
    await connection.server('legacy').connect(transport);
    stream.send('endpoint', this.#messageUrl(request, url, id));
  }

  /** Absolute, since some clients do not resolve a relative one. A token that came in the query stays there. */
  #messageUrl(request: IncomingMessage, url: URL, id: string): string {
    const base = this.#options.publicUrl?.replace(/\/$/, '') ?? `http://${request.headers.host}`;
    const token = queryToken(url);
    const rest = token === undefined ? '' : `&token=${encodeURIComponent(token)}`;
    return `${base}/message?sessionId=${id}${rest}`;
  }

  async message(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    caller: CallerName,
  ): Promise<void> {
    const id = url.searchParams.get('sessionId');
    const client = id === null ? undefined : this.#clients.get(id);
    if (client?.caller !== caller) {
      const message = id === null ? 'The sessionId is missing.' : `No session ${id.slice(0, 80)}.`;
      refuse(response, { status: id === null ? 400 : 404, message: `${message} Open one with GET /sse.` });
      return;
    }
    const body = await readJsonBody(request, response, this.#options.maxBody);
    if (!body) return;
    const { batch, messages } = readMessages(body.value);
    const first = messages[0];
    if (!batch && first?.kind === 'invalid') {
      sendJson(response, 400, encodeMessage(first.answer));
      return;
    }
    const replies = await Promise.all(
      messages.map((inbound) => client.transport.deliver(inbound, this.#options.replyMs)),
    );
    const answers = replies.filter((json) => json !== undefined);
    if (answers.length === 0) sendEmpty(response, 202);
    else sendJson(response, 200, batch ? `[${answers.join(',')}]` : answers.join(''));
  }

  async #end(id: string): Promise<void> {
    const client = this.#clients.get(id);
    if (!client) return;
    this.#clients.delete(id);
    await client.transport.close();
    this.#options.log.debug('an SSE session ended');
    await client.connection.close();
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#clients.keys()].map((id) => this.#end(id)));
  }
}
