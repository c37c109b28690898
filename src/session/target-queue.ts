/** One call at a time per target, in the order of arrival; different targets run side by side. */
export class TargetQueue {
  readonly #tails = new Map<string, Promise<void>>();

  /** Resolves with a release function when it is this caller's turn; rejects when it gives up waiting. */
  async enter(target: string, signal: AbortSignal): Promise<() => void> {
    const before = this.#tails.get(target) ?? Promise.resolve();
    const { promise: done, resolve: release } = Promise.withResolvers<void>();
    const tail = before.then(() => done);
    this.#tails.set(target, tail);
    void tail.then(() => {
      if (this.#tails.get(target) === tail) this.#tails.delete(target);
    });
    try {
      await abortable(before, signal);
    } catch (reason) {
      release();
      throw reason;
    }
    return release;
  }

  get size(): number {
    return this.#tails.size;
  }
}

/** The promise, or the signal's reason, whichever comes first. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw signal.reason;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
