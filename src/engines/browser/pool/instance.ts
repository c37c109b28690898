import { Fault, fault } from '../../../kernel/fault.ts';
import { within } from '../../../kernel/within.ts';
import type { BrowserEngine } from '../browser-engine.ts';
import type { BrowserHandle } from '../drivers/driver.ts';
import { isClosedError } from '../page/translate.ts';
import type { Prepared } from './driver-for.ts';

/** By then a browser whose pages are gone is known to be gone itself, or it lives. */
const NEWS_MS = 2_000;

export type InstanceState = 'starting' | 'ready' | 'crashed' | 'stopped' | 'closed';

export interface InstanceEvent {
  readonly kind: 'crashed' | 'restarted' | 'closed-idle';
  readonly instance: string;
  readonly message: string;
}

/** Whoever opened or uses instances: one session of a client. */
export interface Lessee {
  readonly session: string;
  /** Whose session it is: the same for all who came with the same key. */
  readonly name?: string | undefined;
  /** Tells it something outside of any call. */
  tell?(event: InstanceEvent): void;
}

export type InstanceInfo = ReturnType<Instance['info']>;

export interface InstanceParts {
  readonly id: string;
  readonly name: string | undefined;
  readonly isShared: boolean;
  readonly engine: BrowserEngine;
  readonly prepared: Prepared;
  /** Milliseconds without a call after which it is closed; 0: never. */
  readonly idleMs: number;
  /** The browser is gone, and not by our doing. */
  crashed(instance: Instance): void;
  /** Its browser was closed by a call that asked for that. */
  stopped(instance: Instance): void;
  /** Nobody has used it for too long. */
  idle(instance: Instance): void;
}

/** One browser of the pool, with those who hold it. */
export class Instance {
  readonly id: string;
  readonly name: string | undefined;
  readonly isShared: boolean;
  readonly engine: BrowserEngine;
  readonly prepared: Prepared;
  readonly holders = new Map<string, Lessee>();
  readonly opened = Date.now();
  readonly #parts: InstanceParts;
  #state: InstanceState = 'starting';
  #handle: BrowserHandle | undefined;
  #lost = Promise.withResolvers<never>();
  #running = 0;
  #lastActivity = Date.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: InstanceParts) {
    this.#parts = parts;
    this.id = parts.id;
    this.name = parts.name;
    this.isShared = parts.isShared;
    this.engine = parts.engine;
    this.prepared = parts.prepared;
    const { devtools } = parts.prepared;
    if (devtools)
      devtools.mayEnter = (name) =>
        this.isShared || [...this.holders.values()].some((holder) => holder.name === name);
  }

  get state(): InstanceState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#state === 'ready' ? this.#handle?.pid : undefined;
  }

  /** Starts its browser, the first time or after a crash. */
  async start(): Promise<void> {
    this.#state = 'starting';
    this.#lost = Promise.withResolvers<never>();
    this.#lost.promise.catch(() => {}); // nobody may be waiting when it happens
    const handle = await this.engine.browser();
    if (this.state === 'closed') throw fault('NO_INSTANCE', { id: this.id, ids: [] });
    this.#handle = handle;
    this.#state = 'ready';
    // Before the engine hears of it: afterwards a crash and a stop look the same.
    handle.browser.prependListener('disconnected', () => this.#disconnected(handle));
    if (!handle.browser.isConnected()) this.#disconnected(handle);
    this.#touch();
  }

  /** Does something with it. Whatever hangs when its browser dies is given up at once. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#state !== 'ready') throw this.#notConnected();
    this.#running++;
    clearTimeout(this.#timer);
    const done = work();
    done.catch(() => {}); // it may end after it was given up
    try {
      return await Promise.race([done, this.#lost.promise]);
    } catch (thrown) {
      // News of the end come a moment after the calls that it broke.
      if (!(thrown instanceof Fault) && isClosedError(thrown)) await within(this.#lost.promise, NEWS_MS);
      if (!this.#handle?.browser.isConnected()) throw this.#notConnected(thrown);
      throw thrown;
    } finally {
      this.#running--;
      this.#touch();
    }
  }

  /** Times are milliseconds since the epoch. */
  info() {
    const { prepared } = this;
    return {
      id: this.id,
      name: this.name,
      mode: prepared.mode,
      driver: prepared.driver.kind,
      browser: prepared.browser,
      profile: prepared.profile,
      port: prepared.devtools?.port,
      state: this.#state,
      isShared: this.isShared,
      owned: this.#handle?.owned ?? true,
      pid: this.pid,
      version: this.#handle?.browser.version(),
      downloads: this.engine.outputDir,
      opened: this.opened,
      lastActivity: this.#lastActivity,
    };
  }

  /** Ends an owned browser, lets go of an attached one. */
  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    // The call that stopped the browser is still to tell of it.
    const isStopped = this.#state === 'stopped';
    this.#state = 'closed';
    clearTimeout(this.#timer);
    if (!isStopped) this.#lost.reject(fault('NO_INSTANCE', { id: this.id, ids: [] }));
    await this.engine.close();
    await this.prepared.dispose();
  }

  #disconnected(handle: BrowserHandle): void {
    if (this.#state !== 'ready' || this.#handle !== handle) return;
    // An engine that was told to stop has let go of its browser before it is gone.
    if (!this.engine.isRunning) {
      this.#state = 'stopped';
      this.#parts.stopped(this);
      return;
    }
    this.#state = 'crashed';
    clearTimeout(this.#timer);
    this.#lost.reject(this.#notConnected());
    this.#parts.crashed(this);
  }

  #notConnected(cause?: unknown) {
    const why =
      this.#state === 'starting' ? 'it is still starting' : 'its browser crashed, was killed or was closed';
    if (this.#state === 'closed') return fault('NO_INSTANCE', { id: this.id, ids: [] }, cause);
    return fault('NOT_CONNECTED', { id: this.id, why }, cause);
  }

  #touch(): void {
    this.#lastActivity = Date.now();
    const { idleMs } = this.#parts;
    clearTimeout(this.#timer);
    if (idleMs === 0 || this.#running > 0 || this.#state !== 'ready') return;
    this.#timer = setTimeout(() => this.#parts.idle(this), idleMs).unref();
  }
}
