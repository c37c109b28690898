import { isDeepStrictEqual } from 'node:util';
import { fault } from '../../../kernel/fault.ts';
import type { BrowserHandle } from '../drivers/driver.ts';
import {
  type ContextOptions,
  playwrightOptions,
  readStorageState,
  type StorageState,
} from './context-options.ts';
import type { ContextPages } from './context-pages.ts';
import { type ContextHost, OpenContext } from './open-context.ts';
import { mayReach } from './origin-guard.ts';
import { type OpenProxy, openProxy, reachOf } from './proxy.ts';
import { StorageKeeper } from './storage-keeper.ts';

interface Opened {
  readonly handle: BrowserHandle;
  readonly context: OpenContext;
  readonly keeper: StorageKeeper;
  readonly proxy: OpenProxy | undefined;
}

/** A named place for a context: it outlives the browser that the context is open in. */
export class ContextSlot {
  readonly name: string;
  readonly options: ContextOptions;
  readonly #host: ContextHost;
  #opening: Promise<Opened> | undefined;
  #opened: Opened | undefined;
  #saved: StorageState | undefined;
  #urls: readonly string[] = [];
  #wasLost = false;

  constructor(name: string, options: ContextOptions, host: ContextHost) {
    this.name = name;
    this.options = options;
    this.#host = host;
  }

  get openNow(): OpenContext | undefined {
    return this.#opened?.context;
  }

  /** It was open when its browser crashed and has not been opened since. */
  get wasLost(): boolean {
    return this.#wasLost;
  }

  /** What its tabs showed when it was lost. */
  get urls(): readonly string[] {
    return this.#urls;
  }

  async open(handle: BrowserHandle): Promise<OpenContext> {
    this.#opening ??= this.#open(handle).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return (await this.#opening).context;
  }

  /** The browser is gone. */
  lose(): void {
    if (!this.#opened) return;
    const { context, keeper } = this.#opened;
    this.#saved = keeper.state ?? this.#saved;
    this.#urls = context.urlsBeforeCrash();
    this.#wasLost = true;
    this.letGo();
  }

  /** Forgets the open context without asking it for anything. */
  letGo(): void {
    this.#opened?.keeper.stop();
    this.#opened?.context.closing();
    void this.#opened?.proxy?.close();
    this.#opened = undefined;
    this.#opening = undefined;
  }

  async close(): Promise<void> {
    const opened = this.#opened ?? (await this.#opening?.catch(() => undefined));
    if (!opened) return;
    this.letGo();
    // The context of a profile cannot be closed without its browser, and others may use it: only one's own pages go.
    if (opened.context.context === opened.handle.firstContext)
      await opened.context.leave(opened.handle.owned);
    else await opened.context.context.close();
    this.#host.log.debug('context closed', { context: this.name });
  }

  async #open(handle: BrowserHandle): Promise<Opened> {
    const isFirst = this.name === 'default' && handle.firstContext !== undefined;
    const proxy = await this.#proxy(handle, isFirst);
    try {
      const state = await this.#state();
      const raw = isFirst ? handle.firstContext : await this.#make(handle, proxy, state);
      const pages = this.#host.pagesOf(raw);
      if (isFirst && handle.owned && this.options.storageState && state) await pages.setState(state);
      return await this.#adopt(handle, pages, proxy, state);
    } catch (error) {
      await proxy?.close();
      throw error;
    }
  }

  /** The context's own way out, where that of its browser is another one. */
  async #proxy(handle: BrowserHandle, isFirst: boolean): Promise<OpenProxy | undefined> {
    const hasLists = mayReach(this.options) !== undefined;
    if (hasLists && !handle.reach)
      this.#host.log.warning(
        'the browser was not started here: redirects, WebSockets and workers pass the lists of origins',
      );
    if (isFirst) return undefined;
    if (!hasLists || !handle.reach) return openProxy({ proxy: this.options.proxy }, this.#host);
    const reach = reachOf(this.options, handle.reach.proxy);
    return isDeepStrictEqual(reach, handle.reach) ? undefined : openProxy(reach, this.#host);
  }

  async #state(): Promise<StorageState | undefined> {
    if (this.#saved) return this.#saved;
    const { storageState } = this.options;
    return storageState === undefined ? undefined : readStorageState(storageState, this.#host.secrets);
  }

  async #make(handle: BrowserHandle, proxy?: OpenProxy, storageState?: StorageState) {
    if (handle.hasOneContext)
      throw fault('UNSUPPORTED_HERE', {
        what: 'A context of its own',
        why: 'an extension reaches the one profile that it is installed in',
      });
    const { proxy: _given, ...own } = await playwrightOptions(this.options);
    return handle.browser.newContext({
      ...handle.contextDefaults,
      ...own,
      ...(proxy && { proxy: proxy.proxy }),
      ...(storageState && { storageState }),
    });
  }

  async #adopt(handle: BrowserHandle, pages: ContextPages, proxy?: OpenProxy, state?: StorageState) {
    let keeper: StorageKeeper | undefined;
    const acted = () => keeper?.touch();
    const isMobile = (await playwrightOptions(this.options)).isMobile ?? false;
    const context = new OpenContext(this.name, pages, this.options, { ...this.#host, acted, isMobile });
    keeper = new StorageKeeper(context, state);
    await context.prepare();
    this.#opened = { handle, context, keeper, proxy };
    this.#wasLost = false;
    this.#host.log.debug('context opened', { context: this.name });
    this.#urls = [];
    return this.#opened;
  }
}
