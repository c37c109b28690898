import type { ServerResponse } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { RPC } from '../kernel/rpc-error.ts';
import { EventStream } from './event-stream.ts';
import { sendEmpty, sendJson } from './http-answer.ts';
import { type ErrorAnswer, encodeMessage, errorAnswer } from './message.ts';

export interface ExchangeOptions {
  readonly batch: boolean;
  /** What the client takes: JSON only, events only, or whichever fits. */
  readonly accepts: 'json' | 'events' | 'either';
  readonly headers: Readonly<Record<string, string>>;
  readonly pingMs: number;
}

/**
 * One POST and its answers. It is plain JSON until something must be streamed before the answer; then it
 * becomes an event stream. A client that hangs up stops nothing: the protocol says so for these revisions.
 */
export class Exchange {
  /** Fulfilled when every request has its answer, whether anybody still listens or not. */
  readonly done: Promise<void>;
  readonly #finish: () => void;
  readonly #response: ServerResponse;
  readonly #options: ExchangeOptions;
  readonly #answers: string[] = [];
  #open: number;
  #stream: EventStream | undefined;

  constructor(response: ServerResponse, requests: number, options: ExchangeOptions) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.done = promise;
    this.#finish = resolve;
    this.#response = response;
    this.#options = options;
    // One more until all messages of the POST are delivered: some are answered at once.
    this.#open = requests + 1;
  }

  get canStream(): boolean {
    return this.#options.accepts !== 'json' && this.#isHeard;
  }

  get #isHeard(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  /** An answer, to a request or to something that is none. */
  answer(message: JSONRPCMessage | ErrorAnswer, isForRequest: boolean): void {
    const json = encodeMessage(message);
    if (this.#stream) this.#stream.send('message', json);
    else this.#answers.push(json);
    if (isForRequest) this.#settle();
  }

  /** A request that was cancelled; the client does not wait for it, but HTTP must have an end. */
  cancelled(id: string | number): void {
    if (!this.#stream) {
      this.answer(errorAnswer(id, RPC.serverError, 'The request was cancelled.'), true);
    } else this.#settle();
  }

  /** Something that comes before the answer. */
  stream(message: JSONRPCMessage): void {
    this.#becomeStream().send('message', encodeMessage(message));
  }

  /** Every message of the POST has been delivered. */
  delivered(): void {
    this.#settle();
  }

  #settle(): void {
    this.#open--;
    if (this.#open > 0) return;
    this.#finish();
    if (!this.#isHeard) return;
    if (this.#answers.length === 0 && !this.#stream) sendEmpty(this.#response, 202, this.#options.headers);
    else if (this.#stream || this.#options.accepts === 'events') this.#becomeStream().end();
    else sendJson(this.#response, 200, this.#json(), this.#options.headers);
  }

  /** The server stops. */
  abandon(): void {
    this.#finish();
    if (this.#stream) this.#stream.end();
    else if (!this.#response.headersSent) this.#response.destroy();
  }

  #json(): string {
    return this.#options.batch ? `[${this.#answers.join(',')}]` : (this.#answers[0] ?? '');
  }

  #becomeStream(): EventStream {
    if (this.#stream) return this.#stream;
    const { headers, pingMs } = this.#options;
    this.#stream = new EventStream(this.#response, { headers, pingMs });
    for (const json of this.#answers) this.#stream.send('message', json);
    return this.#stream;
  }
}
