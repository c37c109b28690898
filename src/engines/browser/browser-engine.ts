import type { Page } from 'playwright-core';
import { fault } from '../../kernel/fault.ts';
import { nearest } from '../../kernel/nearest.ts';
import type { BrowserProcess, Tenant } from './browser-process.ts';
import type { ContextOptions, StorageState } from './context/context-options.ts';
import { ContextSlot } from './context/context-slot.ts';
import { Downloads } from './context/downloads.ts';
import type { ContextHost, OpenContext, TabHandle } from './context/open-context.ts';
import { mayReach } from './context/origin-guard.ts';
import { proxyServer } from './context/proxy.ts';
import type { BrowserHandle } from './drivers/driver.ts';
import { given } from './given.ts';
import type { Notice } from './notice.ts';
import type { Timeouts } from './page/outcome.ts';
import type { Tab } from './page/tab.ts';
import { parseRef, RefBook, refPrefix } from './snapshot/ref-book.ts';
import { PageSnapshots } from './snapshot/snapshot.ts';

export type ContextInfo = ReturnType<BrowserEngine['listContexts']>[number];

/** Which page a call means; what is left out is the active one. */
export interface Handles {
  readonly context?: string | undefined;
  readonly tab?: TabHandle | undefined;
  /** A target that may be a ref: a ref of another context or tab leads there. */
  readonly target?: string | undefined;
}

const DEFAULT = 'default';
const NAME = /^[\w.-]{1,64}$/;

/**
 * The browser as one session has it: its named contexts, and which of them is the active one. Sessions that share a
 * browser know nothing of each other's.
 */
export class BrowserEngine implements Tenant {
  readonly timeouts: Timeouts;
  readonly downloads: Downloads;
  readonly outputDir: string;
  readonly instance: string;
  readonly #process: BrowserProcess;
  readonly #slots = new Map<string, ContextSlot>();
  readonly #book = new RefBook();
  readonly #host: ContextHost;
  #active = DEFAULT;
  #notices: Notice[] = [];
  #isIn = false;
  #isClosed = false;

  /** What its pages do is told under the name of the session, if there is one. */
  constructor(process: BrowserProcess, session?: string) {
    this.#process = process;
    const { options, timeouts, secrets } = process;
    const { clock, log, instance, outputDir, downloadBytes: limitBytes } = options;
    this.timeouts = timeouts;
    this.outputDir = outputDir;
    this.instance = instance;
    const hasPlainNames = options.refs === 'framed';
    this.downloads = new Downloads({ folder: outputDir, clock, log, secrets, hasPlainNames, limitBytes });
    this.#host = {
      secrets,
      clock,
      log,
      instance,
      outputDir,
      timeouts,
      downloads: this.downloads,
      keep: options.keep ?? { messages: 1_000, requests: 1_000 },
      initPages: options.initPages ?? [],
      nextTabId: () => process.nextTabId(),
      pagesOf: (context) => process.pagesOf(context),
      snapshotsOf: (page) => this.#snapshotsOf(page, () => ''),
      isMobile: false,
      mayShowFiles: (isBusy) => options.allowFiles === true || (!isBusy && options.driver.kind !== 'local'),
      acted: () => {},
      ...given({
        session,
        observe: options.observe,
        videoSaved: options.videoSaved,
        ownerCheck: options.ownerCheck,
      }),
      crashed: (tab) => this.#notices.push({ kind: 'page-crashed', tab: tab.id, url: tab.url }),
      handedBack: (tab, note) => this.#notices.push({ kind: 'handed-back', tab: tab.id, note }),
    };
    this.#remakeDefault();
    process.add(this);
  }

  get isRunning(): boolean {
    return this.#process.isRunning;
  }

  get isIn(): boolean {
    return this.#isIn;
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
    this.#isIn = true;
    return this.#process.browser();
  }

  /** The open context of that name, or the active one. */
  async context(name = this.#active): Promise<OpenContext> {
    const slot = this.#slots.get(name) ?? (name === DEFAULT ? this.#remakeDefault() : this.#unknown(name));
    return slot.open(await this.browser());
  }

  /** Those that are open now. */
  get openContexts(): readonly OpenContext[] {
    return [...this.#slots.values()].flatMap((slot) => slot.openNow ?? []);
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
    const context = handles.context ?? ref?.context ?? this.contextOf(handles.tab);
    return (await this.context(context)).tab(handles.tab);
  }

  /** Where the tab of that id is: no two have the same, whatever their context. */
  contextOf(tab: Handles['tab']): string | undefined {
    const slots = [...this.#slots.values()];
    return slots.find((slot) => slot.openNow?.tabs.some(({ id }) => id === tab))?.name;
  }

  /** The living tab that a ref was given out for. */
  #ownerOf(ref: string): Tab | undefined {
    const owner = this.#book.owner(ref);
    const tabs = [...this.#slots.values()].flatMap((slot) => slot.openNow?.tabs ?? []);
    return owner && tabs.find((tab) => tab.snapshots === owner && !tab.isCrashed);
  }

  /** Whether the lists of origins, if there are any, let an address through that is asked for beside the browser. */
  mayReach(url: URL): boolean {
    return mayReach(this.#process.options.context ?? {})?.(url) ?? true;
  }

  async createContext(name: string, options: ContextOptions = {}): Promise<OpenContext> {
    if (!NAME.test(name)) throw fault('INVALID_CONTEXT_NAME', { name });
    if (this.#slots.has(name)) throw fault('CONTEXT_EXISTS', { name });
    const { storageState: _state, ...shared } = this.#process.options.context ?? {};
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
  /** To be told with the next answer. */
  note(notice: Notice): void {
    this.#notices.push(notice);
  }

  takeNotices(): readonly Notice[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /**
   * Closes all that it has open, and the browser unless others use it: says whether it did. The next call starts with
   * a fresh default context.
   */
  async stop(): Promise<boolean> {
    if (!this.#process.isUsedBesides(this)) {
      await this.#process.stop();
      return true;
    }
    const slots = this.reset();
    await this.#process.options.observe?.settled();
    await Promise.all(slots.map((slot) => slot.close()));
    return false;
  }

  /** For good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
    this.#process.remove(this);
  }

  reset(): readonly ContextSlot[] {
    const slots = [...this.#slots.values()];
    this.#slots.clear();
    this.#remakeDefault();
    this.#active = DEFAULT;
    this.#isIn = false;
    return slots;
  }

  lose(): void {
    for (const slot of this.#slots.values()) slot.lose();
  }

  /** After a crash: what was open is opened again with its storage as last saved. */
  async reopen(handle: BrowserHandle): Promise<void> {
    const crashed = [...this.#slots.values()].filter((slot) => slot.wasLost);
    if (crashed.length === 0) return;
    const urls = crashed.flatMap((slot) => slot.urls);
    await Promise.all(crashed.map((slot) => slot.open(handle)));
    this.#notices.push({ kind: 'browser-restarted', contexts: crashed.map(({ name }) => name), urls });
  }

  #slot(name: string, options: ContextOptions): ContextSlot {
    const prefix = () => (this.#slots.size > 1 ? refPrefix(name) : '');
    return new ContextSlot(name, options, {
      ...this.#host,
      snapshotsOf: (page) => this.#snapshotsOf(page, prefix),
    });
  }

  #snapshotsOf(page: Page, prefix: () => string): PageSnapshots {
    const hide = <T>(read: T): T => this.#process.secrets.hideIn(read);
    const refs = given({ refs: this.#process.options.refs });
    const named = () => this.#process.secrets.values;
    return new PageSnapshots(page, { book: this.#book, prefix, hide, named, ...refs });
  }

  #remakeDefault(): ContextSlot {
    const slot = this.#slot(DEFAULT, this.#process.options.context ?? {});
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
