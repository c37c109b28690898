import { isHole } from './hole.ts';

/** A payload of which at most `limit` bytes are kept, while all are counted. */
export class Payload {
  #limit: number;
  #buffer = new Uint8Array(0);
  #kept = 0;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes that were there. */
  get length(): number {
    return this.#length;
  }

  /** Bytes that are kept. */
  get kept(): number {
    return this.#kept;
  }

  get isCut(): boolean {
    return this.#kept < this.#length;
  }

  /** Copies, so that the chunk in which the bytes lie can be let go. */
  readonly add = (bytes: Uint8Array): void => {
    this.#length += bytes.length;
    // What comes behind a hole does not follow what came before it.
    if (isHole(bytes)) this.#limit = this.#kept;
    const part = bytes.subarray(0, Math.max(0, this.#limit - this.#kept));
    if (part.length === 0) return;
    const needed = this.#kept + part.length;
    if (needed > this.#buffer.length) {
      // The first part is often all there is; after that, doubling keeps 1-byte parts cheap.
      const size =
        this.#kept === 0 ? needed : Math.min(this.#limit, Math.max(needed, this.#buffer.length * 2));
      const larger = new Uint8Array(size);
      larger.set(this.#buffer.subarray(0, this.#kept));
      this.#buffer = larger;
    }
    this.#buffer.set(part, this.#kept);
    this.#kept = needed;
  };

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#kept);
  }
}
