import type { ServerResponse } from 'node:http';
import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import { EventStream } from './event-stream.ts';
import { Exchange, type ExchangeOptions } from './exchange.ts';
import { InFlight } from './in-flight.ts';
import type { Inbound } from './message.ts';

/** Nothing is open on which the client could be asked something. */
export class NoStream extends Error {}

/**
 * Streamable HTTP of the handshake revisions, for one session or, without a session id, for one POST.
 */
export class LegacyHttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly sessionId?: string;

  readonly #pingMs: number;
  readonly #inFlight = new InFlight<Exchange>();
  readonly #listeners = new Set<EventStream>();
  #isClosed = false;

  constructor(options: { sessionId?: string; pingMs: number }) {
    if (options.sessionId !== undefined) this.sessionId = options.sessionId;
    this.#pingMs = options.pingMs;
  }

  async start(): Promise<void> {}

  /** Calls in flight or streams open: such a session is not idle. */
  get isBusy(): boolean {
    return this.#inFlight.size > 0 || this.#listeners.size > 0;
  }

  /** Whether a message that belongs to no request would reach the client. */
  get isHeard(): boolean {
    return [...this.#listeners].some((stream) => stream.isOpen);
  }

  /** Takes the messages of one POST; fulfilled when all of them are answered. */
  post(inbound: readonly Inbound[], response: ServerResponse, options: Omit<ExchangeOptions, 'pingMs'>) {
    const requests = inbound.filter(({ kind }) => kind === 'request').length;
    const exchange = new Exchange(response, requests, { ...options, pingMs: this.#pingMs });
    for (const item of inbound) {
      if (item.kind === 'invalid') exchange.answer(item.answer, false);
      else if (item.kind === 'request') this.onmessage?.(this.#inFlight.add(item.message, exchange));
      else if (item.kind === 'notification')
        this.#inFlight.notify(item.message, this.onmessage, ({ tag, id }) => tag.cancelled(id));
      else if (item.kind === 'response') this.onmessage?.(item.message);
    }
    exchange.delivered();
    return exchange.done;
  }

  /** A GET: messages that belong to no request go there. */
  listen(response: ServerResponse): void {
    const stream = new EventStream(response, { pingMs: this.#pingMs });
    this.#listeners.add(stream);
    response.on('close', () => this.#listeners.delete(stream));
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) {
      const settled = this.#inFlight.settle(message);
      settled?.tag.answer(settled.message, true);
      return;
    }
    const related = this.#inFlight.find(options?.relatedRequestId)?.tag;
    if (related?.canStream) {
      related.stream(message);
      return;
    }
    if (this.#sendToListener(message)) return;
    const isRequest = 'id' in message;
    // A question for the client may ride on any open answer, but its reply finds back only within a session.
    const other = isRequest && this.sessionId !== undefined ? this.#anyStreamable() : undefined;
    if (other) other.stream(message);
    else if (isRequest)
      throw new NoStream('The client has no session and stream on which it could be asked.');
  }

  #sendToListener(message: JSONRPCMessage): boolean {
    for (const stream of this.#listeners) {
      if (!stream.isOpen) continue;
      stream.send('message', JSON.stringify(message));
      return true;
    }
    return false;
  }

  #anyStreamable(): Exchange | undefined {
    return [...this.#inFlight.values()].findLast(({ tag }) => tag.canStream)?.tag;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { tag } of this.#inFlight.values()) tag.abandon();
    this.#inFlight.clear();
    for (const stream of this.#listeners) stream.end();
    this.#listeners.clear();
    this.onclose?.();
  }
}
