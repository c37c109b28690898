/** Something in a page that stays there for as long as it is held here. */
export interface Handle {
  dispose(): Promise<void> | void;
}

const PAUSE_MS = 100;
const AT_ONCE = 20;
/** Of many that wait, such a part goes at once: a flood is let go of as quickly as it comes, and soon after it. */
const PART = 1 / 20;

/**
 * Lets go of handles a few at a time. Each costs up to a tenth of a millisecond, and a page that logs a thousand objects
 * a second makes as many of them: let go of at once, they would hold up everything else.
 */
export class LettingGo {
  #waiting: Handle[] = [];
  #timer: NodeJS.Timeout | undefined;

  add(handles: readonly Handle[]): void {
    if (handles.length === 0) return;
    this.#waiting.push(...handles);
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
    const some = this.#waiting.splice(0, Math.max(AT_ONCE, Math.ceil(this.#waiting.length * PART)));
    for (const handle of some) void letGo(handle);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#some(), PAUSE_MS).unref();
  }
}

async function letGo(handle: Handle): Promise<void> {
  try {
    await handle.dispose();
  } catch {
    // gone already
  }
}
