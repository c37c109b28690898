/**
 * What passes from the proxy to the thread that reads it: bytes of many connections in one buffer, each piece with its
 * connection, direction and time before it. The buffer changes hands as a whole, and comes back to be filled again.
 */

/**
 * What a piece is: bytes of a direction, how many passed that nobody looked at, or that no more will come: the
 * connection ended, or is too much to follow.
 */
export const PIECE = { up: 0, down: 1, end: 2, dropped: 3, upHole: 4, downHole: 5 } as const;
type PieceKind = (typeof PIECE)[keyof typeof PIECE];

const HEAD = 24;
const SIZE = 256 * 1024;

export interface Piece {
  readonly kind: PieceKind;
  readonly connection: number;
  /** Microseconds since the epoch. */
  readonly time: number;
  readonly bytes: Uint8Array;
  /** Of a hole. */
  readonly missing: number;
}

export class Parcel {
  readonly buffer: ArrayBuffer;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #used = 0;

  constructor(buffer = new ArrayBuffer(SIZE)) {
    this.buffer = buffer;
    this.#bytes = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
  }

  get used(): number {
    return this.#used;
  }

  /** How many bytes of a piece fit; none where its head does not. */
  get room(): number {
    return Math.max(0, SIZE - this.#used - HEAD);
  }

  put(kind: PieceKind, connection: number, time: number, bytes: Uint8Array | undefined, missing = 0): void {
    const length = bytes?.length ?? 0;
    const at = this.#used;
    this.#view.setUint32(at, connection);
    this.#view.setUint32(at + 4, length);
    this.#view.setFloat64(at + 8, time);
    this.#view.setUint32(at + 16, kind);
    this.#view.setUint32(at + 20, missing);
    if (bytes) this.#bytes.set(bytes, at + HEAD);
    this.#used = at + HEAD + length;
  }
}

/** The bytes of a piece lie in the parcel: whoever keeps them copies them. */
export function* piecesOf(buffer: ArrayBuffer, used: number): Generator<Piece> {
  const view = new DataView(buffer);
  for (let at = 0; at < used; ) {
    const length = view.getUint32(at + 4);
    yield {
      connection: view.getUint32(at),
      time: view.getFloat64(at + 8),
      kind: view.getUint32(at + 16) as PieceKind,
      missing: view.getUint32(at + 20),
      bytes: new Uint8Array(buffer, at + HEAD, length),
    };
    at += HEAD + length;
  }
}
