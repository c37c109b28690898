import { fault } from '../../kernel/fault.ts';

/**
 * One call at a time on one page. Calls that name no page are put in order before it is known which page they
 * mean; this is for those that named it in different ways.
 */
export class PageTurns {
  readonly #tails = new Map<string, Promise<unknown>>();

  async take<T>(page: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(page) ?? Promise.resolve();
    const mine = before.then(() => {
      // The caller may have gone while it waited: what it wanted is not done then.
      if (signal.aborted) throw fault('CANCELLED', { tool: 'The call' }, signal.reason);
      return work();
    });
    const tail = mine.catch(() => {});
    this.#tails.set(page, tail);
    void tail.then(() => {
      if (this.#tails.get(page) === tail) this.#tails.delete(page);
    });
    return mine;
  }

  get size(): number {
    return this.#tails.size;
  }
}
