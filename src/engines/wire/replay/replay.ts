import { once } from 'node:events';
import net from 'node:net';
import type { Clock } from '../../../kernel/clock.ts';
import { fault } from '../../../kernel/fault.ts';
import type { Chunk } from '../decode/chunk.ts';
import { AnswerGauge } from './answer-gauge.ts';

export interface ReplayTarget {
  readonly host: string;
  readonly port: number;
}

export interface ReplayOptions {
  readonly clock: Clock;
  /** "recorded" keeps the pauses between what the client sent; "fast" (default) sends as soon as it may. */
  readonly pace?: 'recorded' | 'fast';
  /** With pace "recorded": 2 is twice as fast. Default 1. */
  readonly speed?: number;
  /** How long to wait without a byte for an answer that the capture had; default 2000. */
  readonly idleMs?: number;
  /** How long to listen for more than the capture had, when all of it was answered; default 150. */
  readonly lingerMs?: number;
  /** Time limit for connecting; default 5000. */
  readonly connectMs?: number;
  /** Time limit for the whole; default 60 000. */
  readonly limitMs?: number;
  /** Stops reading after so many answer bytes; default 64 MiB. */
  readonly answerLimit?: number;
  readonly signal?: AbortSignal;
}

/**
 * How it ended: all was sent and answered as in the capture ("complete"), the target said less than it had
 * then within the idle time ("idle"), it closed ("closed") or reset ("reset") the connection before that, or a
 * limit stopped it.
 */
export type ReplayEnd = 'complete' | 'idle' | 'closed' | 'reset' | 'time-limit' | 'answer-limit' | 'aborted';

export interface Replay {
  /** What was sent (up) and answered (down), with the times of the replay. */
  readonly chunks: readonly Chunk[];
  readonly ended: ReplayEnd;
  readonly sentBytes: number;
  readonly answerBytes: number;
  /** Bytes of the capture's client side that were not sent, because the replay ended before. */
  readonly unsentBytes: number;
  /** Bytes the capture's target had answered. */
  readonly capturedAnswerBytes: number;
  /** How often the answer was shorter than the captured one and the idle time had to pass. */
  readonly idleWaits: number;
}

/** Sends the client side of a capture to a target and keeps the answers. */
export async function replay(
  capture: Iterable<Chunk> | AsyncIterable<Chunk>,
  target: ReplayTarget,
  options: ReplayOptions,
): Promise<Replay> {
  const socket = await connect(target, options);
  const run = new Run(socket, options);
  try {
    await run.play(capture);
  } finally {
    run.close();
  }
  return run.result();
}

async function connect(target: ReplayTarget, options: ReplayOptions): Promise<net.Socket> {
  options.signal?.throwIfAborted();
  const limitMs = options.connectMs ?? 5_000;
  const limit = AbortSignal.timeout(limitMs);
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit;
  const socket = net.connect({ host: target.host, port: target.port, noDelay: true, allowHalfOpen: true });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    options.signal?.throwIfAborted();
    const why = limit.aborted ? `no answer within ${limitMs} ms` : reasonOf(error);
    throw fault('TARGET_UNREACHABLE', { target: `${target.host}:${target.port}`, why }, error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** One replay on an open connection. */
class Run {
  readonly #socket: net.Socket;
  readonly #options: ReplayOptions;
  readonly #chunks: Chunk[] = [];
  readonly #limit: NodeJS.Timeout;
  readonly #abort: () => void;
  /** What the capture's target had answered by the chunk that is next, and what this one has. */
  readonly #captured = new AnswerGauge();
  readonly #live = new AnswerGauge();
  /** By how much this target's answers fell short where the idle time had to pass; it is not waited for again. */
  #lag = { messages: 0, bytes: 0 };
  #ended: ReplayEnd | undefined;
  #sent = 0;
  #unsent = 0;
  #idleWaits = 0;
  #wake: () => void = () => {};

  constructor(socket: net.Socket, options: ReplayOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#limit = setTimeout(() => this.#end('time-limit'), options.limitMs ?? 60_000);
    this.#abort = () => this.#end('aborted');
    options.signal?.addEventListener('abort', this.#abort, { once: true });
    if (options.signal?.aborted) this.#abort();
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('end', () => this.#end('closed'));
    socket.on('close', () => this.#end('closed'));
    // EPIPE or ECONNRESET, whichever side noticed first.
    socket.on('error', () => this.#end('reset'));
  }

  async play(capture: Iterable<Chunk> | AsyncIterable<Chunk>): Promise<void> {
    const { clock, pace, speed = 1 } = this.#options;
    const started = clock.monotonic();
    let origin: number | undefined;
    for await (const chunk of capture) {
      origin ??= chunk.time;
      if (chunk.direction === 'up') {
        await this.#untilAnswered(() => this.#hasAnswered());
        const due = pace === 'recorded' ? (chunk.time - origin) / 1000 / speed : 0;
        await this.#wait(due - (clock.monotonic() - started));
        await this.#send(chunk.bytes);
      }
      await this.#captured.feedInSlices(chunk);
    }
    await this.#finish();
  }

  /** Waits for the last answer, and a little longer for what the capture did not have. */
  async #finish(): Promise<void> {
    const isOpen = this.#captured.end();
    const isDone = () => (isOpen ? this.#hasBytes() : this.#hasAnswered());
    await this.#untilAnswered(isDone);
    const isComplete = this.#unsent === 0 && isDone() && this.#idleWaits === 0;
    for (let before = -1; !this.#ended && isDone() && before < this.#live.bytes; ) {
      before = this.#live.bytes;
      await this.#wait(this.#options.lingerMs ?? 150);
    }
    if (isComplete && (!this.#ended || this.#ended === 'closed')) this.#ended = 'complete';
    else this.#end('idle');
  }

  result(): Replay {
    return {
      chunks: this.#chunks,
      ended: this.#ended ?? 'complete',
      sentBytes: this.#sent,
      answerBytes: this.#live.bytes,
      unsentBytes: this.#unsent,
      capturedAnswerBytes: this.#captured.bytes,
      idleWaits: this.#idleWaits,
    };
  }

  close(): void {
    clearTimeout(this.#limit);
    this.#options.signal?.removeEventListener('abort', this.#abort);
    this.#socket.destroy();
  }

  #hasBytes(): boolean {
    return this.#live.bytes + this.#lag.bytes >= this.#captured.bytes;
  }

  /** Whole answers count where they can be read, since their length may differ from time to time. */
  #hasAnswered(): boolean {
    if (this.#captured.messages === 0) return this.#hasBytes();
    return this.#live.messages + this.#lag.messages >= this.#captured.messages;
  }

  async #untilAnswered(isDone: () => boolean): Promise<void> {
    while (!this.#ended && !isDone()) {
      const before = this.#live.bytes;
      await this.#wait(this.#options.idleMs ?? 2_000, () => this.#live.bytes > before);
      if (this.#ended || this.#live.bytes > before) continue;
      this.#idleWaits++;
      this.#lag = {
        messages: Math.max(0, this.#captured.messages - this.#live.messages),
        bytes: Math.max(0, this.#captured.bytes - this.#live.bytes),
      };
      return;
    }
  }

  #receive(bytes: Uint8Array): void {
    if (this.#ended) return;
    const room = (this.#options.answerLimit ?? 64 << 20) - this.#live.bytes;
    const kept = bytes.subarray(0, room);
    const chunk: Chunk = { time: this.#options.clock.micros(), direction: 'down', bytes: kept };
    if (kept.length) this.#chunks.push(chunk);
    this.#live.feed(chunk);
    if (kept.length < bytes.length) this.#end('answer-limit');
    this.#wake();
  }

  async #send(bytes: Uint8Array): Promise<void> {
    const chunk: Chunk = { time: this.#options.clock.micros(), direction: 'up', bytes };
    // Before it is sent: an answer is read by what it answers.
    if (!this.#ended) await this.#live.feedInSlices(chunk);
    if (this.#ended) {
      this.#unsent += bytes.length;
      return;
    }
    this.#chunks.push(chunk);
    this.#sent += bytes.length;
    if (this.#socket.write(bytes)) return;
    let isDrained = false;
    this.#socket.once('drain', () => {
      isDrained = true;
      this.#wake();
    });
    while (!isDrained && !this.#ended) await this.#wait(this.#options.limitMs ?? 60_000, () => isDrained);
  }

  #end(how: ReplayEnd): void {
    this.#ended ??= how;
    this.#wake();
  }

  /** Waits so long, or until the replay ends or enough has happened. */
  async #wait(millis: number, isEnough: () => boolean = () => false): Promise<void> {
    if (millis <= 0 || this.#ended || isEnough()) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = () => {};
        resolve();
      };
      // A loop that was held up finds its timers due before it has read what arrived meanwhile.
      const timer = setTimeout(() => setImmediate(done), millis);
      this.#wake = () => {
        if (this.#ended || isEnough()) done();
      };
    });
  }
}
