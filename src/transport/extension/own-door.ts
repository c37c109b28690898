import { type CallerName, namesOfPerson } from '../../kernel/owner.ts';
import { BrowserBook } from './browser-book.ts';

/** An extension that is paired comes within its longest pause. */
const COMING_MS = 35_000;

/** When a door for browsers of people's own is opened, and how long one may still be on its way to it. */
export class OwnDoor {
  readonly #book: BrowserBook;
  readonly #wanted = Promise.withResolvers<void>();
  #opened: number | undefined;

  constructor(state: string) {
    this.#book = new BrowserBook(state);
  }

  /** Fulfilled once somebody means a browser of their own, or a call is made where one is paired. */
  get wanted(): Promise<void> {
    return this.#wanted.promise;
  }

  /** A call was made. */
  async called(): Promise<void> {
    if ((await this.#book.list()).length > 0) this.#wanted.resolve();
  }

  opened(): void {
    this.#opened = performance.now();
  }

  /** For how many milliseconds a browser of that person is worth waiting for. */
  async comesWithin(owner: CallerName): Promise<number> {
    this.#wanted.resolve();
    const names = namesOfPerson(owner);
    const isPaired = (await this.#book.list()).some((one) => !one.owner || names.includes(one.owner));
    const since = this.#opened === undefined ? 0 : performance.now() - this.#opened;
    return isPaired ? Math.max(0, COMING_MS - since) : 0;
  }
}
