import type { BrowserContext, Download, Page } from 'playwright-core';
import { pageCall } from '../page/page-call.ts';
import type { Tab } from '../page/tab.ts';
import { ContextEvents } from './context-events.ts';
import type { ContextOptions, StorageState } from './context-options.ts';
import { guardOrigins } from './origin-guard.ts';
import { addTraceHeaders } from './trace-headers.page.ts';

/** One of those who share a context. */
export interface PageHolder {
  /** The page is in its hands from now on. */
  take(page: Page): Tab;
  downloaded(download: Download, tab: Tab | undefined): void;
}

interface Held {
  readonly tab: Tab;
  readonly holder: PageHolder;
}

/**
 * All pages of a context, each in the hands of one holder: a page that was opened for it, and those that its pages
 * open. What nobody of them opened goes to whoever came first.
 */
export class ContextPages {
  readonly context: BrowserContext;
  readonly #holders: PageHolder[] = [];
  readonly #held = new Map<Page, Held>();
  /** Whose a page will be, while that is found out. */
  readonly #claims = new Map<Page, Promise<PageHolder | undefined>>();
  readonly #opening = new Set<Promise<Page>>();
  readonly #found = new WeakSet<Page>();
  readonly #onPage = (page: Page) => this.#announced(page);
  #events: ContextEvents | undefined;
  #prepared: Promise<void> | undefined;
  #stateSet: Promise<void> | undefined;

  constructor(context: BrowserContext) {
    this.context = context;
  }

  /** The storage that the context begins with: the first holder's word counts. */
  setState(state: StorageState): Promise<void> {
    this.#stateSet ??= this.context.setStorageState(state).catch((error: unknown) => {
      this.#stateSet = undefined;
      throw error;
    });
    return this.#stateSet;
  }

  /** What is of the context as a whole, so that it is done once. */
  prepare(options: ContextOptions): Promise<void> {
    const work = async () => {
      for (const path of options.initScripts ?? []) await this.context.addInitScript({ path });
      const { traceOrigins = [] } = options;
      if (traceOrigins.length > 0)
        await this.context.addInitScript({ content: pageCall(addTraceHeaders, traceOrigins) });
      await guardOrigins(this.context, options);
    };
    this.#prepared ??= work().catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  /** Pages that nobody has are the new holder's. */
  join(holder: PageHolder): void {
    this.#holders.push(holder);
    if (!this.#events) this.#listen();
    this.offer();
  }

  /** Pages that nobody has go to whoever has been here longest. */
  offer(): void {
    const [first] = this.#holders;
    for (const page of this.context.pages()) {
      if (!first || this.#held.has(page) || this.#claims.has(page)) continue;
      this.#found.add(page);
      this.#give(page, first);
    }
  }

  /** Its pages are its own to close; nobody hears of them any longer. */
  leave(holder: PageHolder): void {
    const index = this.#holders.indexOf(holder);
    if (index >= 0) this.#holders.splice(index, 1);
    if (this.#holders.length > 0) return;
    // The context of a profile outlives what we make of it: whoever comes next must be the only one to listen.
    this.#events?.close();
    this.#events = undefined;
    this.context.off('page', this.#onPage);
  }

  /** A new page for a holder. */
  async open(holder: PageHolder): Promise<Tab> {
    const opening = this.#newPage();
    this.#opening.add(opening);
    try {
      const page = await opening;
      return this.#held.get(page)?.tab ?? this.#give(page, holder);
    } finally {
      this.#opening.delete(opening);
    }
  }

  tabOf(page: Page): Tab | undefined {
    return this.#held.get(page)?.tab;
  }

  isOfOther(page: Page, holder: PageHolder): boolean {
    return (this.#held.get(page)?.holder ?? holder) !== holder;
  }

  /** It was there before us, or people opened it by hand. */
  wasFound(page: Page): boolean {
    return this.#found.has(page);
  }

  drop(page: Page): void {
    this.#held.delete(page);
  }

  #listen(): void {
    this.#events = new ContextEvents({
      context: this.context,
      tabOf: (page) => this.tabOf(page),
      tabs: () => [...this.#held.values()].map(({ tab }) => tab),
      downloaded: (download, tab) => {
        const holder = tab ? this.#held.get(tab.page)?.holder : this.#holders[0];
        holder?.downloaded(download, tab);
      },
    });
    this.context.on('page', this.#onPage);
  }

  #announced(page: Page): void {
    const [only, ...others] = this.#holders;
    if (!only || this.#held.has(page)) return;
    if (!openerOf(page) && this.#opening.size === 0) this.#found.add(page);
    // With one holder it is known at once, before anything more happens in the page.
    if (others.length === 0) this.#give(page, only);
    else void this.#claim(page);
  }

  async #claim(page: Page): Promise<void> {
    const claim = this.#ownerOf(page);
    this.#claims.set(page, claim);
    const owner = await claim;
    this.#claims.delete(page);
    if (owner && !this.#held.has(page) && !page.isClosed()) this.#give(page, owner);
  }

  async #ownerOf(page: Page): Promise<PageHolder | undefined> {
    const opener = openerOf(page);
    const owner = opener && (this.#held.get(opener)?.holder ?? (await this.#claims.get(opener)));
    if (owner) return owner;
    // Pages that we open ourselves are announced before we know which they are.
    await Promise.allSettled(this.#opening);
    return this.#held.get(page)?.holder ?? this.#holders[0];
  }

  #give(page: Page, holder: PageHolder): Tab {
    const tab = holder.take(page);
    this.#held.set(page, { tab, holder });
    this.#events?.announced();
    return tab;
  }

  /** Playwright waits for ever for a new page of a browser that dies just then. */
  async #newPage(): Promise<Page> {
    const { promise: closed, reject } = Promise.withResolvers<never>();
    const onClose = () => reject(new Error('The context has been closed'));
    this.context.on('close', onClose);
    try {
      return await Promise.race([this.context.newPage(), closed]);
    } finally {
      this.context.off('close', onClose);
    }
  }
}

/** The page that opened it, also when that is closed by now: Playwright's own `opener` knows it no longer then. */
const openerOf = (page: Page) => (page as { readonly _opener?: Page | null })._opener ?? undefined;
