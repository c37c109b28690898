import { fault } from '../../../kernel/fault.ts';
import { within } from '../../../kernel/within.ts';

/** So long a call waits for a person before it gives up. */
const PATIENCE_MS = 15_000;

/**
 * One call at a time on one page, whichever tools they use and however they named the page. Calls that name none
 * are put in order before it is known which page they mean. While a person has the page, all of them wait.
 */
export class Turns {
  readonly #tab: string;
  readonly #patienceMs: number;
  #last: Promise<unknown> = Promise.resolve();
  #held: PromiseWithResolvers<void> | undefined;
  #queued = 0;

  /** The id of the page's tab. */
  constructor(tab: string, patienceMs = PATIENCE_MS) {
    this.#tab = tab;
    this.#patienceMs = patienceMs;
  }

  /** A person has the page. */
  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** How many calls wait for the person. */
  get waiting(): number {
    return this.#held ? this.#queued : 0;
  }

  /** No call begins any more until the page is released; what runs already comes to its end. */
  hold(): void {
    this.#held ??= Promise.withResolvers<void>();
  }

  release(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const came = performance.now();
    const begin = () => {
      this.#queued--;
      // The caller may have gone while it waited: what it wanted is not done then.
      if (signal.aborted) throw fault('CANCELLED', { tool: 'The call' }, signal.reason);
      return work();
    };
    const giveUp = (why: unknown) => {
      this.#queued--;
      throw why;
    };
    this.#queued++;
    const mine = this.#last.then(() => (this.#held ? this.free(signal, came).then(begin, giveUp) : begin()));
    this.#last = mine.catch(() => {});
    return mine;
  }

  /** What only looks on waits for nobody but a person. */
  async free(signal?: AbortSignal, came = performance.now()): Promise<void> {
    if (!this.#held) return;
    await within(this.#held.promise, came + this.#patienceMs - performance.now(), signal);
    if (this.#held && !signal?.aborted) throw fault('HUMAN_IN_CONTROL', { tab: this.#tab });
  }
}
