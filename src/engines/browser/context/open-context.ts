import type { BrowserContext, Download, Page } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { ContextVideo } from '../media/context-video.ts';
import { Tracing } from '../media/tracing.ts';
import { Tab, type TabHost } from '../page/tab.ts';
import type { OwnerCheck } from '../relay/relay.ts';
import type { ContextOptions } from './context-options.ts';
import type { ContextPages, PageHolder } from './context-pages.ts';
import { NetworkConditions } from './network-conditions.ts';
import { Routes } from './routes.ts';

/** What an open context is given by the engine. */
export interface ContextHost
  extends Omit<TabHost, 'context' | 'tabsSince' | 'tabCount' | 'bringToFront' | 'isClosing'> {
  nextTabId(): string;
  /** The pages of a context, of all who share it. */
  pagesOf(context: BrowserContext): ContextPages;
  /** Run on each new page before anything else is done with it. */
  readonly initPages: readonly ((page: Page) => Promise<void>)[];
  readonly ownerCheck?: OwnerCheck;
}

export type TabInfo = Awaited<ReturnType<OpenContext['list']>>[number];

/** A tab by its id (`t3`) or by its place in the list. */
export type TabHandle = string | number;

/** A context that is open in a running browser, with those of its pages that are one session's own. */
export class OpenContext implements PageHolder {
  readonly name: string;
  readonly context: BrowserContext;
  readonly options: ContextOptions;
  readonly routes: Routes;
  readonly conditions: NetworkConditions;
  readonly tracing: Tracing;
  readonly video: ContextVideo;
  readonly #host: ContextHost;
  readonly #pages: ContextPages;
  readonly #tabs: Tab[] = [];
  /** Every id that was given here, in order. */
  readonly #opened: string[] = [];
  #active: Tab | undefined;
  /** The tab that lies on top, as far as we know. */
  #front: Tab | undefined;
  #opening: Promise<Tab> | undefined;
  #isPrepared = false;
  readonly #initialised = new WeakMap<Tab, Promise<void>>();
  #isClosing = false;
  readonly #closing = new WeakSet<Tab>();
  readonly #closed: { readonly url: string; readonly at: number }[] = [];

  constructor(name: string, pages: ContextPages, options: ContextOptions, host: ContextHost) {
    const { context } = pages;
    this.name = name;
    this.context = context;
    this.options = options;
    this.#host = host;
    this.#pages = pages;
    this.routes = new Routes(context, (page) => pages.isOfOther(page, this));
    this.conditions = new NetworkConditions(this);
    this.tracing = new Tracing(context, host.outputDir, host.secrets);
    this.video = new ContextVideo(() => this.#tabs, host.outputDir);
    context.on('close', () => void this.video.end());
    pages.join(this);
    context.setDefaultTimeout(host.timeouts.action);
    context.setDefaultNavigationTimeout(host.timeouts.navigation);
  }

  /** What must be in place before the first page of ours runs. */
  async prepare(): Promise<void> {
    await this.#pages.prepare(this.options);
    this.#isPrepared = true;
    for (const tab of this.#tabs) this.#initialise(tab);
  }

  /** Starts what users have run with each page; calls on the tab wait for it. */
  #initialise(tab: Tab): void {
    const work = async () => {
      for (const init of this.#host.initPages) await init(tab.page);
    };
    const done = work();
    done.catch(() => {}); // raised by whoever waits for it
    this.#initialised.set(tab, done);
  }

  get tabs(): readonly Tab[] {
    return this.#tabs;
  }

  /** What the tabs show, and what those showed that closed a moment ago: a crash closes them all before it is known. */
  urlsBeforeCrash(): readonly string[] {
    const since = this.#host.clock.monotonic() - 1_000;
    const closed = this.#closed.filter(({ at }) => at >= since).map(({ url }) => url);
    return [...closed, ...this.#tabs.map(({ url }) => url)].filter((url) => url !== 'about:blank');
  }

  get active(): Tab | undefined {
    return this.#active;
  }

  /** The active tab; a first one is opened when there is none, and a new one for one that crashed. */
  async tab(handle?: TabHandle): Promise<Tab> {
    const tab = handle === undefined ? this.#active : this.find(handle);
    if (tab?.isCrashed) return this.#replace(tab);
    if (tab) {
      await this.#initialised.get(tab);
      return tab;
    }
    this.#opening ??= this.newTab().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  find(handle: TabHandle): Tab {
    const isIndex = typeof handle === 'number' || /^\d+$/.test(handle);
    const tab = isIndex ? this.#tabs[Number(handle)] : this.#tabs.find(({ id }) => id === handle);
    if (tab) return tab;
    throw fault('NO_SUCH_TAB', {
      tab: String(handle),
      tabs: this.#tabs.map(({ id }, index) => `${index} (${id})`),
    });
  }

  /** Opens a tab and makes it the active one. */
  async newTab(): Promise<Tab> {
    const tab = await this.#pages.open(this);
    this.#active = tab;
    await this.#initialised.get(tab);
    await this.conditions.applyTo(tab);
    return tab;
  }

  async select(handle: TabHandle): Promise<Tab> {
    const tab = this.find(handle);
    this.#active = tab;
    // A dialog keeps a page from coming to the front; it stays the active one for us all the same.
    if (!tab.modals.isBlocked) await this.#bringToFront(tab);
    return tab;
  }

  async #bringToFront(tab: Tab): Promise<void> {
    if (this.#front === tab) return;
    this.#front = tab;
    await tab.page.bringToFront();
  }

  /** Closes a tab, the active one when none is named. Its neighbour becomes the active one. */
  async closeTab(handle?: TabHandle): Promise<void> {
    const tab = handle === undefined ? this.#active : this.find(handle);
    if (!tab) throw fault('NO_SUCH_TAB', { tab: 'to close', tabs: [] });
    this.#closing.add(tab);
    // A page that shows a dialog, or asks before it unloads, is closed all the same.
    await tab.modals.dismissOwn();
    await tab.page.close({ runBeforeUnload: false });
    this.#drop(tab);
  }

  /** From now on a page that closes was closed by us, and what happens in others is no more of our business. */
  closing(): void {
    this.#isClosing = true;
    this.#pages.leave(this);
  }

  /**
   * Closes all tabs, but not the context: a new page keeps a browser alive that would end with its last window. What
   * people opened by hand in a browser that is not ours stays, and is for whoever asks next.
   */
  async leave(isOurs: boolean): Promise<void> {
    const going = this.#tabs.filter(({ page }) => isOurs || !this.#pages.wasFound(page));
    if (going.length > 0 && this.context.pages().length === going.length) await this.context.newPage();
    await Promise.all(going.map((tab) => this.closeTab(tab.id)));
    for (const tab of [...this.#tabs]) this.#drop(tab);
    this.#pages.offer();
  }

  async list() {
    return Promise.all(
      this.#tabs.map(async (tab, index) => ({
        id: tab.id,
        index,
        title: await tab.title(),
        url: tab.url,
        context: this.name,
        isCurrent: tab === this.#active,
        isCrashed: tab.isCrashed,
      })),
    );
  }

  downloaded(download: Download, tab: Tab | undefined): void {
    this.#host.downloads.track(download, tab?.id ?? '');
  }

  /** The page is ours from now on. */
  take(page: Page): Tab {
    const id = this.#host.nextTabId();
    const tab = new Tab(id, page, {
      ...this.#host,
      context: this.name,
      tabCount: () => this.#opened.length,
      tabsSince: (count) => this.#opened.slice(count),
      bringToFront: (tab) => this.#bringToFront(tab),
      isClosing: (tab) => this.#isClosing || this.#closing.has(tab),
    });
    this.#tabs.push(tab);
    this.#opened.push(id);
    this.#active ??= tab;
    this.#front = tab;
    page.on('close', () => this.#drop(tab));
    if (this.#isPrepared) this.#initialise(tab);
    this.video.tabOpened(tab);
    void page.opener().then((opener) => {
      const from = opener && this.#pages.tabOf(opener);
      if (from && !page.isClosed()) tab.modals.join(from.modals);
    });
    void this.conditions.applyTo(tab).catch(() => {}); // it closed again at once
    return tab;
  }

  #drop(tab: Tab): void {
    const index = this.#tabs.indexOf(tab);
    if (index < 0) return;
    this.#tabs.splice(index, 1);
    this.#pages.drop(tab.page);
    this.#closed.push({ url: tab.url, at: this.#host.clock.monotonic() });
    if (this.#closed.length > 50) this.#closed.shift();
    tab.snapshots.close();
    if (this.#front === tab) this.#front = undefined;
    if (this.#active === tab) this.#active = this.#tabs[Math.min(index, this.#tabs.length - 1)];
  }

  async #replace(crashed: Tab): Promise<Tab> {
    this.#host.crashed(crashed);
    this.#drop(crashed);
    crashed.page.close().catch(() => {}); // it may never answer
    return this.newTab();
  }
}
