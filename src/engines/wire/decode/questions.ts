/** Questions that wait for an answer; when there are more, the oldest will get none. */
const LIMIT = 50_000;

/**
 * A line of questions, first come, first answered, that a capture without answers does not fill. Taking from the front
 * of a long array moves all that is behind it; so the front is only counted, and cut off now and then.
 */
export class Questions<T> {
  #all: (T | undefined)[] = [];
  #head = 0;

  get first(): T | undefined {
    return this.#all[this.#head];
  }

  add(question: T): void {
    if (this.#all.length - this.#head >= LIMIT) this.take();
    this.#all.push(question);
  }

  take(): T | undefined {
    const { first } = this;
    if (this.#head === this.#all.length) return undefined;
    this.#all[this.#head++] = undefined;
    if (this.#head === LIMIT || this.#head === this.#all.length) {
      this.#all = this.#all.slice(this.#head);
      this.#head = 0;
    }
    return first;
  }
}
