import { BrowserEngine } from './browser-engine.ts';
import type { BrowserProcess } from './browser-process.ts';

/** Which tabs and contexts of one browser are whose: each session has its own, or all have the same. */
export class SessionEngines {
  readonly #process: BrowserProcess;
  readonly #isShared: boolean;
  readonly #engines = new Map<string, BrowserEngine>();

  constructor(process: BrowserProcess, isShared: boolean) {
    this.#process = process;
    this.#isShared = isShared;
  }

  of(session: string): BrowserEngine {
    const known =
      this.known(session) ?? new BrowserEngine(this.#process, this.#isShared ? undefined : session);
    this.#engines.set(this.#keyOf(session), known);
    return known;
  }

  /** Undefined while the session has asked for nothing yet. */
  known(session: string): BrowserEngine | undefined {
    return this.#engines.get(this.#keyOf(session));
  }

  /** The session is over: what it had open is closed. */
  async end(session: string): Promise<void> {
    const engine = this.#isShared ? undefined : this.#engines.get(session);
    this.#engines.delete(session);
    await engine?.close();
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
