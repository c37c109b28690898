import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, JSONRPCNotification, Transport } from '@modelcontextprotocol/server';
import { fault } from '../kernel/fault.ts';
import type { Log } from '../kernel/log.ts';
import { RPC } from '../kernel/rpc-error.ts';
import { within } from '../kernel/within.ts';
import { CANCELLED, InFlight } from './in-flight.ts';
import { type Line, LineSplitter } from './line-splitter.ts';
import { type ErrorAnswer, encodeMessage, errorAnswer, parseJson, readMessages } from './message.ts';

/** Input waits while more than this is still to be written: a client that does not read gets no more answers. */
const HIGH_WATER = 4 * 1024 * 1024;

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly log: Log;
  readonly maxLineBytes: number;
}

/** JSON-RPC as lines on any pair of streams. Unlike the SDK's own it answers what it cannot understand. */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** The input has ended, or the output is gone: nothing more will be asked. */
  onend?: () => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #log: Log;
  readonly #lines: LineSplitter;
  readonly #inFlight = new InFlight<undefined>();
  #unwritten = '';
  #hasWritten = false;
  #idle: (() => void) | undefined;
  #isStarted = false;
  #hasEnded = false;
  #isClosed = false;
  #isOutputGone = false;

  constructor(options: LineTransportOptions) {
    this.#input = options.input;
    this.#output = options.output;
    this.#log = options.log;
    this.#lines = new LineSplitter(options.maxLineBytes);
  }

  /** May be called again by whoever takes the transport over. */
  async start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#output.on('error', (cause) => this.#outputGone(cause));
    this.#output.on('close', () => this.#outputGone());
    this.#output.on('drain', () => this.#input.resume());
    this.#input.on('error', (cause) => this.#log.debug('input failed', { cause }));
    this.#input.on('data', this.#onData);
    this.#input.on('end', this.#onEnd);
    this.#input.on('close', this.#onEnd);
    // The listeners above come too late for a stream that is over already.
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#onEnd);
  }

  readonly #onData = (chunk: Buffer | string): void => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (const line of this.#lines.push(bytes)) this.#read(line);
    if (this.#output.writableLength > HIGH_WATER) this.#input.pause();
  };

  readonly #onEnd = (): void => {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (!this.#isClosed) for (const line of this.#lines.end()) this.#read(line);
    this.onend?.();
  };

  #outputGone(cause?: Error): void {
    if (this.#isOutputGone) return;
    this.#isOutputGone = true;
    if (cause) this.#log.debug('output is gone', { cause });
    this.#inFlight.clear();
    this.#idle?.();
    this.#onEnd();
  }

  #read(line: Line): void {
    if (line === 'too long') {
      this.#write(errorAnswer(null, RPC.invalidRequest, 'Invalid request: the message is too long.'));
      return;
    }
    // A mark of byte order counts as white space.
    const text = line.toString('utf8').trim();
    if (text === '') return;
    const parsed = parseJson(text);
    if ('answer' in parsed) {
      this.#write(parsed.answer);
      return;
    }
    for (const inbound of readMessages(parsed.value).messages) {
      if (inbound.kind === 'invalid') this.#write(inbound.answer);
      else if (inbound.kind === 'ignored') this.#log.debug('message ignored', { why: inbound.why });
      else this.#deliverSafely(inbound.message);
    }
  }

  /** A server that cannot be made must not take the process with it. */
  #deliverSafely(message: JSONRPCMessage): void {
    try {
      this.#deliver(message);
    } catch (cause) {
      this.#log.error('message could not be served', { cause });
      if (!('method' in message && 'id' in message)) return;
      this.#write(errorAnswer(message.id, RPC.internalError, fault('INTERNAL').message));
    }
  }

  #deliver(message: JSONRPCMessage): void {
    if (!('method' in message)) {
      this.onmessage?.(message);
    } else if ('id' in message) {
      // A subscription is answered only when it ends, and its messages are known by its id.
      const isSubscription = message.method === 'subscriptions/listen';
      this.onmessage?.(isSubscription ? message : this.#inFlight.add(message, undefined));
    } else if (message.method === CANCELLED) {
      this.#cancel(message);
    } else {
      this.onmessage?.(message);
    }
  }

  #cancel(message: JSONRPCNotification): void {
    const cancelled = this.#inFlight.cancel(message);
    for (const one of cancelled) this.onmessage?.(one.message);
    // It may be a subscription's.
    if (cancelled.length === 0) this.onmessage?.(message);
    this.#checkIdle();
  }

  /** Hands a message that was looked at to whoever took the transport over. */
  redeliver(message: JSONRPCMessage): void {
    this.onmessage?.(message);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message || !this.#inFlight.isInner(message.id)) {
      this.#write(message);
      return;
    }
    const settled = this.#inFlight.settle(message);
    if (settled) this.#write(settled.message);
    this.#checkIdle();
  }

  #checkIdle(): void {
    if (this.#inFlight.size === 0) this.#idle?.();
  }

  #write(message: JSONRPCMessage | ErrorAnswer): void {
    if (this.#isClosed || this.#isOutputGone) return;
    const line = `${encodeMessage(message)}\n`;
    if (this.#hasWritten) {
      this.#unwritten += line;
      return;
    }
    this.#hasWritten = true;
    setImmediate(this.#writeOut);
    this.#output.write(line);
  }

  /**
   * The first answer of a turn leaves at once, so that the client has something to do; what else is ready in the same
   * turn leaves together, since a write to a pipe costs as much as a short call.
   */
  readonly #writeOut = (): void => {
    const text = this.#unwritten;
    this.#unwritten = '';
    this.#hasWritten = false;
    if (text !== '' && !this.#isOutputGone) this.#output.write(text);
  };

  /** Waits until every request has its answer, at most so long; the rest is told that the server stops. */
  async drain(ms: number): Promise<void> {
    const { promise: idle, resolve } = Promise.withResolvers<void>();
    this.#idle = resolve;
    if (this.#inFlight.size > 0 && ms > 0) await within(idle, ms);
    const { message } = fault('SHUTTING_DOWN');
    for (const { id } of this.#inFlight.values()) this.#write(errorAnswer(id, RPC.serverError, message));
    this.#inFlight.clear();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.#flush();
    this.#isClosed = true;
    this.#input.off('data', this.#onData);
    this.#input.pause();
    this.onclose?.();
    this.#onEnd();
  }

  #flush(): Promise<void> {
    if (this.#isOutputGone || this.#output.writableEnded) return Promise.resolve();
    this.#writeOut();
    return new Promise((resolve) => {
      this.#output.once('close', resolve);
      this.#output.write('', () => {
        this.#output.off('close', resolve);
        resolve();
      });
    });
  }
}
