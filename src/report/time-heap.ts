/** Things with a time, of which the earliest can be had at once however many there are. */
export class TimeHeap<T> {
  readonly #timeOf: (item: T) => number;
  readonly #items: T[] = [];

  constructor(timeOf: (item: T) => number) {
    this.#timeOf = timeOf;
  }

  get size(): number {
    return this.#items.length;
  }

  first(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    let at = this.#items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isEarlier(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): T | undefined {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (last === undefined || this.#items.length === 0) return first;
    this.#items[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = left < this.#items.length && this.#isEarlier(left, at) ? left : at;
      if (right < this.#items.length && this.#isEarlier(right, least)) least = right;
      if (least === at) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #isEarlier(one: number, two: number): boolean {
    return this.#timeOf(this.#items[one] as T) < this.#timeOf(this.#items[two] as T);
  }

  #swap(one: number, two: number): void {
    const kept = this.#items[one] as T;
    this.#items[one] = this.#items[two] as T;
    this.#items[two] = kept;
  }
}
