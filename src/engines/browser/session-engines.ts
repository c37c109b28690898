import { BrowserEngine } from './browser-engine.ts';
import type { BrowserProcess } from './browser-process.ts';

/** Which tabs and contexts of one browser are whose: each session has its own, or all have the same. */
export class SessionEngines {
  readonly #process: BrowserProcess;
  readonly #isShared: boolean;
  readonly #engines = new Map<string, BrowserEngine>();
  /** Those who have the same one. */
  readonly #sharing = new Set<string>();

  constructor(process: BrowserProcess, isShared: boolean) {
    this.#process = process;
    this.#isShared = isShared;
  }

  of(session: string): BrowserEngine {
    const known = this.known(session);
    const engine = known ?? new BrowserEngine(this.#process, this.#isShared ? undefined : session);
    this.#engines.set(this.#keyOf(session), engine);
    if (this.#isShared) this.#share(session, known !== undefined);
    return engine;
  }

  /** Undefined while the session has asked for nothing yet. */
  known(session: string): BrowserEngine | undefined {
    return this.#engines.get(this.#keyOf(session));
  }

  /** The session is over: what it had open is closed. */
  async end(session: string): Promise<void> {
    if (this.#isShared) return this.#leave(session);
    const engine = this.#engines.get(session);
    this.#engines.delete(session);
    await engine?.close();
  }

  #share(session: string, isThere: boolean): void {
    if (isThere && !this.#sharing.has(session))
      this.#process.options.log.debug('one more session has the same context');
    this.#sharing.add(session);
  }

  /** The last one takes what all had with it. */
  async #leave(session: string): Promise<void> {
    if (this.#sharing.delete(session) && this.#sharing.size === 0) await this.stop();
  }

  /** Ends the browser for all; the next call starts a new one. */
  stop(): Promise<void> {
    return this.#process.stop();
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  #keyOf(session: string): string {
    return this.#isShared ? 'all' : session;
  }
}
