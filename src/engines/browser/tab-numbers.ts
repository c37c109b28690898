/** Numbers are taken from the record in blocks: a new tab cannot wait for it. */
const BLOCK = 20;
const LOW = BLOCK / 2;
/** Where the next block is late, the last number of the one before is divided. */
const PARTS = 1_000_000;

/** Gives the first of so many numbers that nobody else gets. */
export type Reserve = (count: number) => Promise<number>;

/** Names of tabs: t1, t2, … Where a record is kept, no two tabs in it have the same, whichever server they were of. */
export class TabNumbers {
  readonly #reserve: Reserve | undefined;
  #next = 1;
  #last: number;
  #parts = 0;
  #blocks: number[] = [];
  #reserving: Promise<void> | undefined;

  constructor(reserve?: Reserve) {
    this.#reserve = reserve;
    this.#last = reserve ? 0 : Number.POSITIVE_INFINITY;
  }

  /** Numbers are at hand. Without the record they are our own only. */
  async ready(): Promise<void> {
    if (this.#next > this.#last && this.#blocks.length === 0) await this.#more();
  }

  next(): string {
    if (this.#next > this.#last && this.#blocks.length > 0) {
      this.#next = this.#blocks.shift()!;
      this.#last = this.#next + BLOCK - 1;
    }
    if (this.#last - this.#next < LOW && this.#blocks.length === 0) void this.#more();
    return `t${this.#next > this.#last ? this.#last * PARTS + ++this.#parts : this.#next++}`;
  }

  #more(): Promise<void> {
    this.#reserving ??= (this.#reserve?.(BLOCK) ?? Promise.resolve(1)).then(
      (first) => {
        this.#blocks.push(first);
        this.#reserving = undefined;
      },
      () => {
        this.#reserving = undefined;
        // No record can be had, so that nothing in it can be mixed up.
        if (this.#last === 0) this.#last = Number.POSITIVE_INFINITY;
      },
    );
    return this.#reserving;
  }
}
