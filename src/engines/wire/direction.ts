import type { Socket } from 'node:net';
import type { Clock } from '../../kernel/clock.ts';
import { type Arena, type Slot, SMALL_READ, type SmallSlot } from './arena.ts';
import type { DirectionTotals } from './flow.ts';
import type { Intake } from './intake.ts';
import { Line, type LogSubject } from './log/line.ts';
import type { LogWriter } from './log/log-writer.ts';
import type { Toxic } from './toxics/toxic.ts';
import { ToxicChain } from './toxics/toxic-chain.ts';

const EMPTY = Buffer.alloc(0);
/** Reads this short, so many in a row, give the large buffer back. */
const SHORT_READS = 32;

export interface DirectionOptions {
  readonly arena: Arena;
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly random: () => number;
  readonly subject: LogSubject;
  readonly from: string;
  readonly to: string;
  /** Sees what passes, without holding it up. */
  readonly watch?: ((bytes: Uint8Array, time: number) => void) | undefined;
  /** A toxic ends the connection, in good order or with a reset. */
  readonly close: (why: string) => void;
  readonly reset: (why: string) => void;
}

/**
 * One direction of a connection. Bytes are read into a buffer of the arena, forwarded from there, then encoded
 * from there; the buffer is read into again when both the other socket and the log have taken them.
 */
export class Direction implements Intake {
  readonly line: Line;
  readonly #arena: Arena;
  readonly #writer: LogWriter;
  readonly #clock: Clock;
  readonly #options: DirectionOptions;
  readonly #small: SmallSlot | undefined;
  #large: Slot | undefined;
  #shortReads = 0;
  #source: Socket | undefined;
  #sink: Socket | undefined;
  #chain: ToxicChain | null = null;
  #isUnsent = false;
  #isUnlogged = false;
  #hasEnded = false;
  #isOver = false;
  #bytes = 0;
  #chunks = 0;
  #firstByte: number | null = null;
  #lastByte: number | null = null;
  #gapBytes = 0;

  constructor(options: DirectionOptions) {
    const { arena, writer, clock, subject, from, to } = options;
    this.#options = options;
    this.#arena = arena;
    this.#writer = writer;
    this.#clock = clock;
    this.#small = arena.takeSmall();
    this.line = new Line(arena, this.#small, subject, from, to);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  totals(): DirectionTotals {
    return {
      bytes: this.#bytes,
      chunks: this.#chunks,
      firstByte: this.#firstByte,
      lastByte: this.#lastByte,
      gapBytes: this.#gapBytes,
    };
  }

  join(source: Socket, sink: Socket): void {
    this.#source = source;
    this.#sink = sink;
  }

  /** Without toxics the chain goes, and the bytes take the short way again. */
  setToxics(toxics: readonly Toxic[]): void {
    if (toxics.length === 0 && this.#chain === null) return;
    this.#chain ??= this.#makeChain();
    this.#chain.refit(toxics);
    if (this.#chain.isEmpty) this.#chain = null;
  }

  /**
   * Both sockets are closed, so the system reads from the buffers no more. The log may still have to.
   */
  release(): void {
    this.#isOver = true;
    this.#chain?.stop();
    if (this.#isUnlogged) return;
    if (this.#small) this.#arena.giveSmall(this.#small);
    if (this.#large) this.#arena.giveLarge(this.#large);
    this.#large = undefined;
  }

  #makeChain(): ToxicChain {
    const { random, close, reset } = this.#options;
    return new ToxicChain({
      now: () => this.#clock.monotonic(),
      random,
      close,
      reset,
      write: (bytes, done) => {
        if (this.#isSinkOpen()) this.#sink!.write(bytes, done);
        else done();
      },
      end: () => this.#sink?.end(),
      onRoom: this.#onSent,
    });
  }

  // Intake

  buffer(): Uint8Array | undefined {
    const small = this.#small;
    // Asked for more than once before the first chunk when several addresses are tried.
    if (this.#chunks === 0 || !small) return small?.buffer;
    if (!this.#large) {
      if (this.#shortReads >= 0) return undefined;
      this.#large = this.#arena.takeLarge();
      this.#shortReads = 0;
      return this.#large?.buffer;
    }
    if (this.#shortReads < SHORT_READS || this.#isUnsent || this.#isUnlogged) return undefined;
    this.#arena.giveLarge(this.#large);
    this.#large = undefined;
    this.#shortReads = 0;
    return small.buffer;
  }

  chunk(length: number, buffer: Uint8Array): boolean {
    // Below zero: the small buffer was filled, a large one is worth having.
    if (length < SMALL_READ) this.#shortReads++;
    else this.#shortReads = this.#large ? 0 : -1;
    return this.#receive(buffer.subarray(0, length), (this.#large ?? this.#small)!.at);
  }

  copied(bytes: Buffer): boolean {
    return this.#receive(bytes, bytes);
  }

  #receive(bytes: Uint8Array, source: number | Uint8Array): boolean {
    const { length } = bytes;
    const time = this.#clock.micros();
    this.#bytes += length;
    this.#chunks++;
    this.#firstByte ??= time;
    this.#lastByte = time;
    const sent = this.#chain === null ? this.#forward(bytes) : this.#chain.push(Buffer.from(bytes));
    this.#options.watch?.(bytes, time);
    const gapBefore = this.line.gapBytes;
    const logged = this.#writer.data(this.line, source, length, time, this.#onLogged);
    if (this.line.gapBytes > gapBefore) this.#gapBytes += length;
    if (!sent) this.#isUnsent = true;
    if (!logged) this.#isUnlogged = true;
    return sent && logged;
  }

  /** True when the system has taken all of it, and the buffer is free. */
  #forward(bytes: Uint8Array): boolean {
    // The receiver is gone: what comes is captured, as it was sent, and leads nowhere.
    if (!this.#isSinkOpen()) return true;
    const sink = this.#sink!;
    sink.write(bytes);
    if (sink.writableLength === 0) return true;
    // Called when everything before it has gone out: cheaper than a callback on every write.
    sink.write(EMPTY, this.#onSent);
    return false;
  }

  #isSinkOpen(): boolean {
    return this.#sink?.writable === true;
  }

  readonly #onSent = (): void => {
    this.#isUnsent = false;
    this.#resume();
  };

  readonly #onLogged = (): void => {
    this.#isUnlogged = false;
    if (this.#isOver) this.release();
    else this.#resume();
  };

  #resume(): void {
    if (this.#isUnsent || this.#isUnlogged || this.#source?.destroyed) return;
    this.#source?.resume();
  }

  /** The sender has closed: passed on behind its last byte. */
  end(): void {
    this.#hasEnded = true;
    if (this.#chain) this.#chain.end();
    else this.#sink?.end();
  }
}
