/** Something in a page that stays there for as long as it is held here. */
interface Handle {
  dispose(): Promise<void>;
}

const PAUSE_MS = 100;
const AT_ONCE = 20;
/** Beyond these, the oldest are left to Playwright, which lets go of them when there are too many. */
const MOST_WAITING = 20_000;

/**
 * Lets go of handles a few at a time. Each costs a fifth of a millisecond, and a page that logs a thousand lines a
 * second makes two thousand of them: let go of at once, they would hold up everything else.
 */
export class LettingGo {
  #waiting: Handle[] = [];
  #timer: NodeJS.Timeout | undefined;

  add(handles: readonly Handle[]): void {
    if (handles.length === 0) return;
    this.#waiting.push(...handles);
    if (this.#waiting.length > 2 * MOST_WAITING) this.#waiting = this.#waiting.slice(-MOST_WAITING);
    this.#timer ??= setTimeout(() => this.#some(), PAUSE_MS).unref();
  }

  /** The page is gone, and all that was held in it. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #some(): void {
    this.#timer = undefined;
    const some = this.#waiting.splice(0, AT_ONCE);
    for (const handle of some) handle.dispose().catch(() => {}); // gone already
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#some(), PAUSE_MS).unref();
  }
}
