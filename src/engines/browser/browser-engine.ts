import type { Page } from 'playwright-core';
import type { Clock } from '../../kernel/clock.ts';
import { fault } from '../../kernel/fault.ts';
import type { Log } from '../../kernel/log.ts';
import { nearest } from '../../kernel/nearest.ts';
import type { ContextOptions, StorageState } from './context/context-options.ts';
import { ContextSlot } from './context/context-slot.ts';
import { Downloads } from './context/downloads.ts';
import type { ContextHost, OpenContext, TabHandle } from './context/open-context.ts';
import { proxyServer } from './context/proxy.ts';
import type { BrowserHandle, Driver } from './drivers/driver.ts';
import { given } from './given.ts';
import { loadPlaywright } from './launch/load-playwright.ts';
import type { Video } from './media/video.ts';
import type { Observer } from './observer.ts';
import { DEFAULT_TIMEOUTS, type Timeouts } from './page/outcome.ts';
import type { Tab } from './page/tab.ts';
import type { OwnerCheck } from './relay/relay.ts';
import { installSecretHiding } from './secrets/hide-secrets.ts';
import { Secrets } from './secrets/secrets.ts';
import { parseRef, RefBook, refPrefix } from './snapshot/ref-book.ts';
import type { RefStyle } from './snapshot/ref-names.ts';
import { PageSnapshots } from './snapshot/snapshot.ts';
import { installStableRefs } from './snapshot/stable-refs.ts';

export interface EngineOptions {
  readonly driver: Driver;
  readonly clock: Clock;
  readonly log: Log;
  /** The name of this browser in the record. */
  readonly instance: string;
  /** Downloads, traces and videos land here. */
  readonly outputDir: string;
  /** A download may be so large. */
  readonly downloadBytes?: number;
  readonly timeouts?: Partial<Timeouts>;
  /** Settings of the default context, and of others where they say nothing else. */
  readonly context?: ContextOptions;
  readonly initPages?: readonly ((page: Page) => Promise<void>)[];
  readonly refs?: RefStyle;
  /** How many console messages and requests are kept for each page. */
  readonly keep?: { readonly messages: number; readonly requests: number };
  /** The attribute behind getByTestId. */
  readonly testIdAttribute?: string;
  readonly videoSaved?: (video: Video, tab: Tab) => Promise<void>;
  /** Tells the record what is seen of the browser; without it nothing is recorded. */
  readonly observe?: Observer;
  /** file: addresses read the disk, so they are refused unless files are free to all. */
  readonly allowFiles?: boolean;
  /** Who may use the relays of its contexts; without it, everybody on this machine. */
  readonly ownerCheck?: OwnerCheck | undefined;
  /** Never seen in pictures, files and the record. */
  readonly secrets?: Secrets;
}

export type ContextInfo = ReturnType<BrowserEngine['listContexts']>[number];

/** Something the caller should be told with the next answer. */
export type Notice =
  | {
      readonly kind: 'browser-restarted';
      readonly contexts: readonly string[];
      readonly urls: readonly string[];
    }
  | { readonly kind: 'page-crashed'; readonly tab: string; readonly url: string };

/** Which page a call means; what is left out is the active one. */
export interface Handles {
  readonly context?: string | undefined;
  readonly tab?: TabHandle | undefined;
  /** A target that may be a ref: a ref of another context or tab leads there. */
  readonly target?: string | undefined;
}

const DEFAULT = 'default';
const NAME = /^[\w.-]{1,64}$/;

/** One browser with its named contexts. It starts when it is first needed, and again after a crash. */
export class BrowserEngine {
  readonly timeouts: Timeouts;
  readonly downloads: Downloads;
  readonly outputDir: string;
  readonly instance: string;
  readonly #options: EngineOptions;
  readonly #slots = new Map<string, ContextSlot>();
  readonly #book = new RefBook();
  readonly #host: ContextHost;
  #active = DEFAULT;
  #handle: Promise<BrowserHandle> | undefined;
  /** The same, once it has started. */
  #live: BrowserHandle | undefined;
  /** How often it was stopped: a start that was overtaken by one does not count. */
  #stops = 0;
  #notices: Notice[] = [];
  #lastTab = 0;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.timeouts = { ...DEFAULT_TIMEOUTS, ...given(options.timeouts ?? {}) };
    this.outputDir = options.outputDir;
    this.instance = options.instance;
    const { clock, log, instance, outputDir, secrets = new Secrets({}) } = options;
    const hasPlainNames = options.refs === 'framed';
    const { downloadBytes: limitBytes } = options;
    this.downloads = new Downloads({ folder: outputDir, clock, log, secrets, hasPlainNames, limitBytes });
    this.#host = {
      secrets,
      clock,
      log,
      instance,
      outputDir,
      timeouts: this.timeouts,
      downloads: this.downloads,
      keep: options.keep ?? { messages: 1_000, requests: 1_000 },
      initPages: options.initPages ?? [],
      nextTabId: () => `t${++this.#lastTab}`,
      snapshotsOf: (page) => this.#snapshotsOf(page, () => ''),
      isMobile: false,
      mayShowFiles: (isBusy) => options.allowFiles === true || (!isBusy && options.driver.kind !== 'local'),
      acted: () => {},
      ...given({
        observe: options.observe,
        videoSaved: options.videoSaved,
        ownerCheck: options.ownerCheck,
      }),
      crashed: (tab) => this.#notices.push({ kind: 'page-crashed', tab: tab.id, url: tab.url }),
    };
    this.#slots.set(DEFAULT, this.#slot(DEFAULT, options.context ?? {}));
  }

  get isRunning(): boolean {
    return this.#handle !== undefined;
  }

  get activeContext(): string {
    return this.#active;
  }

  get contextNames(): readonly string[] {
    return [...this.#slots.keys()];
  }

  /** The browser itself, started when need be. */
  async browser(): Promise<BrowserHandle> {
    if (this.#isClosed) throw fault('SHUTTING_DOWN');
    if (!this.#handle) return this.#starting();
    const handle = await this.#handle;
    if (!handle.isAlive || (await handle.isAlive())) return handle;
    this.#lost(handle);
    return this.browser();
  }

  #starting(): Promise<BrowserHandle> {
    this.#handle = this.#start().catch((error: unknown) => {
      this.#handle = undefined;
      throw error;
    });
    return this.#handle;
  }

  /** The open context of that name, or the active one. */
  async context(name = this.#active): Promise<OpenContext> {
    const slot = this.#slots.get(name) ?? (name === DEFAULT ? this.#remakeDefault() : this.#unknown(name));
    return slot.open(await this.browser());
  }

  /** The context of that name if it is open, without asking the browser for anything. */
  openNow(name: string): OpenContext | undefined {
    return this.#slots.get(name)?.openNow;
  }

  async tab(handles: Handles = {}): Promise<Tab> {
    const ref = handles.target === undefined ? undefined : parseRef(handles.target);
    const isFree = handles.context === undefined && handles.tab === undefined;
    const owner = ref && isFree ? this.#ownerOf(ref.ref) : undefined;
    // A ref that names a context is looked for there only: a mistake must not hit another one.
    if (owner && (ref?.context ?? owner.host.context) === owner.host.context) return owner;
    return (await this.context(handles.context ?? ref?.context)).tab(handles.tab);
  }

  /** The living tab that a ref was given out for. */
  #ownerOf(ref: string): Tab | undefined {
    const owner = this.#book.owner(ref);
    const tabs = [...this.#slots.values()].flatMap((slot) => slot.openNow?.tabs ?? []);
    return owner && tabs.find((tab) => tab.snapshots === owner && !tab.isCrashed);
  }

  async createContext(name: string, options: ContextOptions = {}): Promise<OpenContext> {
    if (!NAME.test(name)) throw fault('INVALID_CONTEXT_NAME', { name });
    if (this.#slots.has(name)) throw fault('CONTEXT_EXISTS', { name });
    const { storageState: _state, ...shared } = this.#options.context ?? {};
    const slot = this.#slot(name, { ...shared, ...given(options) });
    this.#slots.set(name, slot);
    try {
      const open = await slot.open(await this.browser());
      this.#active = name;
      return open;
    } catch (error) {
      this.#slots.delete(name);
      await slot.close();
      throw error;
    }
  }

  /** Makes a context the active one and gives the name of the one that was. */
  switchContext(name: string): string {
    if (!this.#slots.has(name)) this.#unknown(name);
    const before = this.#active;
    this.#active = name;
    return before;
  }

  /** Of a proxy its server only, never the login. */
  listContexts() {
    return [...this.#slots.values()].map((slot) => {
      const { proxy } = slot.options;
      return {
        name: slot.name,
        isActive: slot.name === this.#active,
        pageCount: slot.openNow?.tabs.length ?? 0,
        currentUrl: slot.openNow?.active?.url,
        proxy: proxyServer(proxy),
        hasProxyLogin: Boolean(proxy?.username || proxy?.server.includes('@')),
      };
    });
  }

  /** Closes a context. When it was the active one, the default context is next. */
  async closeContext(name: string): Promise<void> {
    const slot = this.#slots.get(name) ?? this.#unknown(name);
    if (this.#slots.size === 1) throw fault('LAST_CONTEXT', { name });
    this.#slots.delete(name);
    if (this.#active === name) {
      this.#active = DEFAULT;
      if (!this.#slots.has(DEFAULT)) this.#remakeDefault();
    }
    await slot.close();
  }

  /** Cookies and local storage of a context, of all origins that it has been to. */
  async storageState(name?: string): Promise<StorageState> {
    const { context } = await this.context(name);
    return context.storageState();
  }

  /** What happened since this was asked last. */
  takeNotices(): readonly Notice[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** Closes the browser; the next call starts a new one, with a fresh default context. */
  async stop(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#live = undefined;
    this.#stops++;
    const slots = [...this.#slots.values()];
    this.#slots.clear();
    this.#remakeDefault();
    this.#active = DEFAULT;
    await this.#end(handle, slots);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  async #end(handle: Promise<BrowserHandle> | undefined, slots: readonly ContextSlot[]): Promise<void> {
    const started = await handle?.catch(() => undefined);
    for (const slot of slots) slot.letGo();
    if (started) await this.#options.observe?.settled();
    // An attached browser keeps the user's own tabs; contexts that we made in it go with the connection.
    await started?.close();
    await Promise.all(slots.map((slot) => slot.close()));
  }

  async #start(): Promise<BrowserHandle> {
    const stops = this.#stops;
    const { driver, log, testIdAttribute, context = {} } = this.#options;
    await driver.prepare?.({ context });
    const { selectors } = await loadPlaywright();
    await installStableRefs(selectors);
    if (this.#host.secrets.values.length > 0) await installSecretHiding(selectors);
    if (testIdAttribute) selectors.setTestIdAttribute(testIdAttribute);
    const handle = await driver.open({ context });
    log.info('browser ready', { driver: driver.kind, version: handle.browser.version(), pid: handle.pid });
    handle.browser.on('disconnected', () => this.#lost(handle));
    try {
      await this.#options.observe?.browserStarted(handle);
      await this.#reopen(handle);
    } catch (error) {
      for (const slot of this.#slots.values()) slot.lose();
      await handle.close();
      throw error;
    }
    if (stops === this.#stops) this.#live = handle;
    return handle;
  }

  /** After a crash: what was open is opened again with its storage as last saved. */
  async #reopen(handle: BrowserHandle): Promise<void> {
    const crashed = [...this.#slots.values()].filter((slot) => slot.wasLost);
    if (crashed.length === 0) return;
    const urls = crashed.flatMap((slot) => slot.urls);
    await Promise.all(crashed.map((slot) => slot.open(handle)));
    this.#notices.push({ kind: 'browser-restarted', contexts: crashed.map(({ name }) => name), urls });
  }

  #lost(handle: BrowserHandle): void {
    if (this.#live !== handle) return; // closed by us, or known already
    this.#live = undefined;
    this.#handle = undefined;
    this.#options.log.warning('the browser is gone', { pid: handle.pid });
    for (const slot of this.#slots.values()) slot.lose();
    void handle.close().catch(() => {}); // helpers of a killed browser may linger
  }

  #slot(name: string, options: ContextOptions): ContextSlot {
    const prefix = () => (this.#slots.size > 1 ? refPrefix(name) : '');
    return new ContextSlot(name, options, {
      ...this.#host,
      snapshotsOf: (page) => this.#snapshotsOf(page, prefix),
    });
  }

  #snapshotsOf(page: Page, prefix: () => string): PageSnapshots {
    const hide = <T>(read: T): T => this.#host.secrets.hideIn(read);
    const refs = given({ refs: this.#options.refs });
    return new PageSnapshots(page, { book: this.#book, prefix, hide, ...refs });
  }

  #remakeDefault(): ContextSlot {
    const slot = this.#slot(DEFAULT, this.#options.context ?? {});
    this.#slots.set(DEFAULT, slot);
    return slot;
  }

  #unknown(name: string): never {
    const names = this.contextNames;
    const near = nearest(name, names);
    const ordered = near ? [near, ...names.filter((n) => n !== near)] : names;
    throw fault('NO_SUCH_CONTEXT', { name, names: ordered });
  }
}
