import type { StorageState } from './context-options.ts';
import type { OpenContext } from './open-context.ts';
import type { Tab } from './tab.ts';

/** Long enough to gather what one action did, short enough to lose little in a crash. */
const AFTER_MS = 250;
const PAGE_MS = 1_000;
const KEEP_ORIGINS = 200;

const READ = `() => {
  try {
    return { origin: location.origin, items: Object.entries(localStorage) };
  } catch {
    return undefined;
  }
}`;

/**
 * Keeps a copy of a context's cookies and local storage for the day its browser crashes. It reads only what is
 * open: asking Playwright for everything would open a hidden page for each origin.
 */
export class StorageKeeper {
  readonly #context: OpenContext;
  readonly #origins = new Map<string, { name: string; value: string }[]>();
  #state: StorageState | undefined;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> | undefined;
  #isOver = false;

  constructor(context: OpenContext, state: StorageState | undefined) {
    this.#context = context;
    this.#state = state;
    for (const { origin, localStorage } of state?.origins ?? []) this.#origins.set(origin, localStorage);
  }

  /** As last saved. */
  get state(): StorageState | undefined {
    return this.#state;
  }

  /** Something was done in the context: save soon. */
  touch(): void {
    if (this.#timer || this.#isOver) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.save();
    }, AFTER_MS).unref();
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
      origins: [...this.#origins].map(([origin, localStorage]) => ({ origin, localStorage })),
    };
  }

  async #readTab(tab: Tab): Promise<void> {
    if (tab.isCrashed || tab.modals.isBlocked || !/^https?:/.test(tab.url)) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), PAGE_MS);
    const read = tab.cdp.run<{ origin: string; items: [string, string][] } | undefined>(READ);
    const found = await Promise.race([read.catch(() => undefined), promise]);
    clearTimeout(timer);
    if (!found) return;
    this.#origins.delete(found.origin);
    if (found.items.length === 0) return;
    this.#origins.set(
      found.origin,
      found.items.map(([name, value]) => ({ name, value })),
    );
  }
}
