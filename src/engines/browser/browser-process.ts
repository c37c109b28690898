import type { BrowserContext, Page } from 'playwright-core';
import type { Clock } from '../../kernel/clock.ts';
import { fault } from '../../kernel/fault.ts';
import type { Log } from '../../kernel/log.ts';
import type { ContextOptions } from './context/context-options.ts';
import { ContextPages } from './context/context-pages.ts';
import type { ContextSlot } from './context/context-slot.ts';
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
import { installFieldShield } from './snapshot/field-shield.ts';
import type { RefStyle } from './snapshot/ref-names.ts';
import { installStableRefs } from './snapshot/stable-refs.ts';
import { TabNumbers } from './tab-numbers.ts';

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
  /** Names for tabs, where several browsers share a row of them. */
  readonly tabNumbers?: TabNumbers;
}

/** Whoever has contexts in the browser. */
export interface Tenant {
  /** It uses the browser, or is about to. */
  readonly isIn: boolean;
  /** The browser is gone. */
  lose(): void;
  /** There is a browser again: what was open is opened in it. */
  reopen(handle: BrowserHandle): Promise<void>;
  /** Begins anew; gives what it had. */
  reset(): readonly ContextSlot[];
}

/** One browser for all its tenants. It starts when it is first needed, and again after a crash. */
export class BrowserProcess {
  readonly options: EngineOptions;
  readonly timeouts: Timeouts;
  readonly secrets: Secrets;
  readonly #tabNumbers: TabNumbers;
  readonly #tenants = new Set<Tenant>();
  readonly #pages = new WeakMap<BrowserContext, ContextPages>();
  #handle: Promise<BrowserHandle> | undefined;
  /** The same, once it has started. */
  #live: BrowserHandle | undefined;
  /** The one before, until it is gone: only then its profile is free. */
  #ending: Promise<void> = Promise.resolve();
  /** How often it was stopped: a start that was overtaken by one does not count. */
  #stops = 0;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.options = options;
    this.timeouts = { ...DEFAULT_TIMEOUTS, ...given(options.timeouts ?? {}) };
    this.secrets = options.secrets ?? new Secrets({});
    this.#tabNumbers = options.tabNumbers ?? new TabNumbers();
  }

  get isRunning(): boolean {
    return this.#handle !== undefined;
  }

  add(tenant: Tenant): void {
    this.#tenants.add(tenant);
  }

  remove(tenant: Tenant): void {
    this.#tenants.delete(tenant);
  }

  isUsedBesides(tenant: Tenant): boolean {
    return [...this.#tenants].some((other) => other !== tenant && other.isIn);
  }

  nextTabId(): string {
    return this.#tabNumbers.next();
  }

  /** The pages of a context, whoever of the tenants has them. */
  pagesOf(context: BrowserContext): ContextPages {
    const known = this.#pages.get(context) ?? new ContextPages(context);
    this.#pages.set(context, known);
    return known;
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

  /** Ends it for all; the next call starts a new one. */
  async stop(): Promise<void> {
    const ended = this.#end();
    this.#ending = ended.catch(() => {}); // whoever ended it hears why
    await ended;
  }

  async #end(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#live = undefined;
    this.#stops++;
    const slots = [...this.#tenants].flatMap((tenant) => tenant.reset());
    const started = await handle?.catch(() => undefined);
    for (const slot of slots) slot.letGo();
    if (started) await this.options.observe?.settled();
    // An attached browser keeps the user's own tabs; contexts that we made in it go with the connection.
    await started?.close();
    if (started) this.options.log.debug('browser closed');
    await Promise.all(slots.map((slot) => slot.close()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  #starting(): Promise<BrowserHandle> {
    this.#handle = this.#start().catch((error: unknown) => {
      this.#handle = undefined;
      throw error;
    });
    return this.#handle;
  }

  async #start(): Promise<BrowserHandle> {
    const stops = this.#stops;
    const { driver, log, testIdAttribute, context = {} } = this.options;
    const numbered = this.#tabNumbers.ready();
    await this.#ending;
    await driver.prepare?.({ context });
    const { selectors } = await loadPlaywright();
    await installStableRefs(selectors);
    await installFieldShield(selectors);
    if (this.secrets.values.length > 0) await installSecretHiding(selectors);
    if (testIdAttribute) selectors.setTestIdAttribute(testIdAttribute);
    const handle = await driver.open({ context });
    await numbered;
    const isKept = handle.owned && handle.firstContext !== undefined;
    const version = handle.browser.version();
    log.info('browser ready', { driver: driver.kind, version, pid: handle.pid, isKept });
    handle.browser.on('disconnected', () => this.#lost(handle));
    try {
      await this.options.observe?.browserStarted(handle);
      await Promise.all([...this.#tenants].map((tenant) => tenant.reopen(handle)));
    } catch (error) {
      for (const tenant of this.#tenants) tenant.lose();
      await handle.close();
      throw error;
    }
    if (stops === this.#stops) this.#live = handle;
    return handle;
  }

  #lost(handle: BrowserHandle): void {
    if (this.#live !== handle) return; // closed by us, or known already
    this.#live = undefined;
    this.#handle = undefined;
    this.options.log.warning('the browser is gone', { pid: handle.pid });
    for (const tenant of this.#tenants) tenant.lose();
    // Helpers of a killed browser may linger, and the next one waits until its profile is free.
    this.#ending = handle.close().catch(() => {});
  }
}
