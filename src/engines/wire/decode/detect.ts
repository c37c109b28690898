import type { Direction } from './chunk.ts';
import { DECODERS, type Protocol } from './decoders.ts';
import type { Piece } from './reader.ts';

/** The first bytes of a direction that are looked at; a request line may be long. */
const LOOK = 16_384;

/** Decides by the first bytes of both directions. Holds what it looked at, so that a parser can start from it. */
export class Detection {
  #held: { direction: Direction; piece: Piece }[] = [];
  readonly #first = { up: new Beginning(), down: new Beginning() };

  /** The protocol, as soon as these bytes settle it; more bytes never change the answer. */
  add(direction: Direction, piece: Piece): Protocol | undefined {
    this.#held.push({ direction, piece });
    this.#first[direction].add(piece.bytes);
    return this.decide(false);
  }

  decide(isOver: boolean): Protocol | undefined {
    return detect(this.#first.up.bytes, this.#first.down.bytes, isOver);
  }

  release(): { direction: Direction; piece: Piece }[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}

class Beginning {
  #buffer = new Uint8Array(64);
  #length = 0;

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  add(bytes: Uint8Array): void {
    const part = bytes.subarray(0, LOOK - this.#length);
    const needed = this.#length + part.length;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.min(LOOK, Math.max(needed, this.#buffer.length * 2)));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(part, this.#length);
    this.#length = needed;
  }
}

/** Undefined while the bytes could still be several things. */
export function detect(up: Uint8Array, down: Uint8Array, isLast: boolean): Protocol | undefined {
  // A client that has not said enough in so many bytes, or while its target goes on talking, never will.
  const isOver = isLast || up.length >= LOOK || down.length >= LOOK;
  let isOpen = up.length === 0;
  for (const { protocol, detect: verdictOn } of DECODERS) {
    const verdict = verdictOn({ up, down, isOver });
    if (verdict === 'yes') return protocol;
    if (verdict === 'maybe') isOpen = true;
  }
  return isOpen && !isOver ? undefined : 'data';
}
