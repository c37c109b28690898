import { fault } from '../../../kernel/fault.ts';

/**
 * One call at a time on one page, whichever tools they use and however they named the page. Calls that name none
 * are put in order before it is known which page they mean.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(() => {
      // The caller may have gone while it waited: what it wanted is not done then.
      if (signal.aborted) throw fault('CANCELLED', { tool: 'The call' }, signal.reason);
      return work();
    });
    this.#last = mine.catch(() => {});
    return mine;
  }
}
