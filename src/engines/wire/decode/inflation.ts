/** Decompressed for one call, however little was captured… */
const FREE = 64 << 20;
/** …and so many bytes more for each compressed one: much that was captured may become much. */
const GROWTH = 40;

/** How much may still be decompressed for one call, so that a few bytes that were made for it cannot fill the memory. */
export class Inflation {
  #left = FREE;

  get left(): number {
    return Math.max(0, this.#left);
  }

  /** So many compressed bytes are to be undone. */
  begin(compressed: number): void {
    this.#left += compressed * GROWTH;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
  }
}

export const SPENT = 'cut: more would be decompressed than one call may';
