import { ARENA_START, type Encoder, SLACK } from './encoder/encoder.ts';
import { makeEncoder } from './encoder/make-encoder.ts';

/** A small read buffer, one for each direction of a connection, and the line parts that belong to it. */
export const SMALL_READ = 2048;
const HEAD_ROOM = 64;
/** Room for two names of 255 characters with ports. */
const TAIL_ROOM = 704;
const SMALL_STRIDE = SMALL_READ + HEAD_ROOM + TAIL_ROOM;
/** Lent to directions that fill their small buffer. A record of it takes at most three times as much. */
const LARGE_READ = 256 * 1024;
const LARGE_COUNT = 64;
export const BLOCK_SIZE = 2 * 1024 * 1024;

export interface Slot {
  readonly at: number;
  readonly buffer: Buffer;
}

/** A small buffer with the places of the line's head and tail. */
export interface SmallSlot extends Slot {
  readonly headAt: number;
  readonly tailAt: number;
}

export interface ArenaOptions {
  readonly blocks: number;
  /** How many directions get a small slot of their own; others read by copying. */
  readonly smallSlots: number;
  readonly encoder?: 'auto' | Encoder['kind'];
}

/**
 * All memory that captured bytes pass through, laid out once:
 *   [ encoder | small slots | large slots | scratch | blocks ]
 * The system commits a page only when it is touched, so room that is not used costs nothing. Free places are
 * used last in, first out, to touch as few as possible.
 */
export class Arena {
  readonly encoder: Encoder;
  readonly bytes: Buffer;
  /** Where bytes from outside are copied to, to be encoded at once. */
  readonly scratch: SmallSlot;
  readonly blockAt: readonly number[];
  readonly #smallAt: number;
  readonly #smallCount: number;
  readonly #freeSmall: number[] = [];
  #freshSmall = 0;
  readonly #large: Slot[] = [];

  constructor({ blocks, smallSlots, encoder = 'auto' }: ArenaOptions) {
    this.#smallAt = ARENA_START;
    this.#smallCount = smallSlots;
    const largeAt = this.#smallAt + smallSlots * SMALL_STRIDE;
    const scratchAt = largeAt + LARGE_COUNT * LARGE_READ;
    const headAt = scratchAt + LARGE_READ;
    const firstBlock = headAt + HEAD_ROOM + TAIL_ROOM;
    this.encoder = makeEncoder(firstBlock + blocks * BLOCK_SIZE + SLACK, encoder);
    this.bytes = this.encoder.bytes;
    for (let i = LARGE_COUNT - 1; i >= 0; i--)
      this.#large.push(this.#slot(largeAt + i * LARGE_READ, LARGE_READ));
    this.scratch = { ...this.#slot(scratchAt, LARGE_READ), headAt, tailAt: headAt + HEAD_ROOM };
    this.blockAt = Array.from({ length: blocks }, (_, i) => firstBlock + i * BLOCK_SIZE);
  }

  #slot(at: number, length: number): Slot {
    return { at, buffer: this.bytes.subarray(at, at + length) };
  }

  takeSmall(): SmallSlot | undefined {
    const index =
      this.#freeSmall.pop() ?? (this.#freshSmall < this.#smallCount ? this.#freshSmall++ : undefined);
    if (index === undefined) return undefined;
    const at = this.#smallAt + index * SMALL_STRIDE;
    return { ...this.#slot(at, SMALL_READ), headAt: at + SMALL_READ, tailAt: at + SMALL_READ + HEAD_ROOM };
  }

  giveSmall(slot: SmallSlot): void {
    this.#freeSmall.push((slot.at - this.#smallAt) / SMALL_STRIDE);
  }

  takeLarge(): Slot | undefined {
    return this.#large.pop();
  }

  giveLarge(slot: Slot): void {
    this.#large.push(slot);
  }
}
