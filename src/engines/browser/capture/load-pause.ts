/** A page that takes longer to load is asked while it does. */
const MOST_MS = 500;

/**
 * While a page loads it needs the browser for itself: what can be asked for later waits until it has loaded. Bodies
 * were about half of what watching a load cost.
 */
export class LoadPause {
  #waiting: PromiseWithResolvers<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** A document has begun to load. */
  begin(): void {
    this.end();
    this.#waiting = Promise.withResolvers();
    this.#timer = setTimeout(() => this.end(), MOST_MS).unref();
  }

  /** It has loaded, is left, or somebody wants to know all that there is. */
  end(): void {
    clearTimeout(this.#timer);
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }

  /** Undefined when nothing loads now. */
  get over(): Promise<void> | undefined {
    return this.#waiting?.promise;
  }
}
