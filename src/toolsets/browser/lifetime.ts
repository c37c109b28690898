/** Closes the browser when no tool has been called for a while. */
export class Lifetime {
  readonly #idleMs: number;
  readonly #close: () => Promise<void>;
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  /** 0: never. */
  constructor(idleMs: number, close: () => Promise<void>) {
    this.#idleMs = idleMs;
    this.#close = close;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    clearTimeout(this.#timer);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#wait();
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#running = Number.POSITIVE_INFINITY; // never waits again
  }

  #wait(): void {
    if (this.#idleMs === 0 || this.#running > 0) return;
    this.#timer = setTimeout(() => void this.#close(), this.#idleMs).unref();
  }
}
