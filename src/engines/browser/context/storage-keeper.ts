import { within } from '../../../kernel/within.ts';
import type { Tab } from '../page/tab.ts';
import type { StateOrigin, StorageState } from './context-options.ts';
import type { OpenContext } from './open-context.ts';
import { readStorage } from './read-storage.page.ts';

/** Long enough to gather what one action did, short enough to lose little in a crash. */
const AFTER_MS = 250;
const BUSY_MS = 200;
const MOST_MS = 1_500;
/** More than this is no state of a page but a collection; reading it after each action would cost too much. */
const MOST_RECORDS = 2_000;
const PAGE_MS = 1_000;
const KEEP_ORIGINS = 200;

/**
 * Keeps a copy of a context's cookies, local storage and databases for the day its browser crashes. It reads only what is
 * open: asking Playwright for everything would open a hidden page for each origin.
 */
export class StorageKeeper {
  readonly #context: OpenContext;
  readonly #origins = new Map<string, StateOrigin>();
  #state: StorageState | undefined;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> | undefined;
  #isOver = false;

  constructor(context: OpenContext, state: StorageState | undefined) {
    this.#context = context;
    this.#state = state;
    for (const one of state?.origins ?? []) this.#origins.set(one.origin, one);
  }

  get state(): StorageState | undefined {
    return this.#state;
  }

  /** Something was done in the context: save soon. */
  touch(): void {
    if (this.#timer || this.#isOver) return;
    this.#wait(AFTER_MS, performance.now() + MOST_MS);
  }

  /** Not in the middle of a call, which would wait for it; but at last all the same. */
  #wait(ms: number, until: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const isBusy = this.#context.tabs.some((tab) => tab.isBusy);
      if (isBusy && performance.now() < until) this.#wait(BUSY_MS, until);
      else void this.save();
    }, ms).unref();
  }

  /** Saves now. Two calls at once make one. */
  async save(): Promise<void> {
    this.#saving ??= this.#read()
      .catch(() => {}) // the browser is gone: what was saved last counts
      .finally(() => {
        this.#saving = undefined;
      });
    await this.#saving;
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #read(): Promise<void> {
    const [cookies] = await Promise.all([
      this.#context.context.cookies(),
      ...this.#context.tabs.map((tab) => this.#readTab(tab)),
    ]);
    if (this.#isOver) return;
    while (this.#origins.size > KEEP_ORIGINS) this.#origins.delete(this.#origins.keys().next().value!);
    this.#state = {
      cookies: cookies.map(({ partitionKey: _key, ...cookie }) => cookie),
      origins: [...this.#origins.values()],
    };
  }

  async #readTab(tab: Tab): Promise<void> {
    if (tab.isCrashed || tab.modals.isBlocked || !/^https?:/.test(tab.url)) return;
    const reading = tab.cdp.run(readStorage, MOST_RECORDS).catch(() => undefined);
    const found = await within(reading, PAGE_MS);
    if (!found) return;
    this.#origins.delete(found.origin);
    if (found.items.length === 0 && found.databases.length === 0) return;
    this.#origins.set(found.origin, {
      origin: found.origin,
      localStorage: found.items.map(([name, value]) => ({ name, value })),
      ...(found.databases.length > 0 && { indexedDB: [...found.databases] }),
    });
  }
}
