/** Waiting for something that arrives piece by piece, without polling. */
import { EventEmitter, once } from 'node:events';

export class Arrivals<T> {
  readonly all: T[] = [];
  readonly #news = new EventEmitter().setMaxListeners(0);
  #ended = false;

  push(item: T): void {
    this.all.push(item);
    this.#news.emit('news');
  }

  end(): void {
    this.#ended = true;
    this.#news.emit('news');
  }

  /** The first item that fits, now or later; `what` names it in the error when it does not come. */
  async first(fits: (item: T) => boolean, what: string, limitMs = 10_000): Promise<T> {
    const signal = AbortSignal.timeout(limitMs);
    for (;;) {
      const found = this.all.find(fits);
      if (found !== undefined) return found;
      if (this.#ended) throw new Error(`${what} did not come; the other side ended first`);
      try {
        await once(this.#news, 'news', { signal });
      } catch (cause) {
        throw new Error(`${what} did not come within ${limitMs} ms`, { cause });
      }
    }
  }
}
