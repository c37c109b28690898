/** A list that keeps its newest entries and gives each a number that stays: 1, 2, 3, … */
export class Ring<T> {
  readonly #limit: number;
  readonly #entries: T[] = [];
  #dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of the newest entry; the cursor for `since`. */
  get last(): number {
    return this.#dropped + this.#entries.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Adds what `make` gives for its number. */
  add(make: (number: number) => T): T {
    const entry = make(this.last + 1);
    this.#entries.push(entry);
    if (this.#entries.length > this.#limit) {
      this.#dropped++;
      this.#entries.shift();
    }
    return entry;
  }

  get(number: number): T | undefined {
    return this.#entries[number - this.#dropped - 1];
  }

  all(): readonly T[] {
    return [...this.#entries];
  }

  /** What came after the entry with that number. */
  since(number: number): readonly T[] {
    return this.#entries.slice(Math.max(0, number - this.#dropped));
  }

  clear(): void {
    this.#dropped = this.last;
    this.#entries.length = 0;
  }
}
