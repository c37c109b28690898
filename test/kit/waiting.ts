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
  async first(fits: (item: T) => boolean, what: string, limitMs = 60_000): Promise<T> {
    const signal = AbortSignal.timeout(limitMs);
    // Each is looked at once: in a flood, looking at all of them for each that comes would take for ever.
    for (let next = 0; ; ) {
      next = Math.min(next, this.all.length); // a test may have emptied the list
      for (; next < this.all.length; next++) if (fits(this.all[next] as T)) return this.all[next] as T;
      if (this.#ended) throw new Error(`${what} did not come; the other side ended first`);
      try {
        await once(this.#news, 'news', { signal });
      } catch (cause) {
        throw new Error(`${what} did not come within ${limitMs} ms`, { cause });
      }
    }
  }
}
