import type { Direction } from './chunk.ts';
import { DECODERS, type Protocol } from './decoders.ts';
import { Payload } from './payload.ts';
import type { Piece } from './reader.ts';

/** The first bytes of a direction that are looked at; a request line may be long. */
const LOOK = 16_384;

/** Decides by the first bytes of both directions. */
export class Detection {
  #held: { direction: Direction; piece: Piece }[] = [];
  readonly #first = { up: new Payload(LOOK), down: new Payload(LOOK) };

  /** The protocol, as soon as these bytes settle it; more bytes never change the answer. */
  look(direction: Direction, bytes: Uint8Array): Protocol | undefined {
    this.#first[direction].add(bytes);
    return this.decide(false);
  }

  /** Looks at a piece and holds it for the parser. */
  add(direction: Direction, piece: Piece): Protocol | undefined {
    this.#held.push({ direction, piece });
    return this.look(direction, piece.bytes);
  }

  decide(isOver: boolean): Protocol | undefined {
    return detect(this.#first.up.bytes(), this.#first.down.bytes(), isOver);
  }

  release(): { direction: Direction; piece: Piece }[] {
    const held = this.#held;
    this.#held = [];
    return held;
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
