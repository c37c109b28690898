/**
 * Where browsers come from. A driver opens one; the engine does the rest. `local` starts a process here, `cdp`
 * attaches to a DevTools endpoint; others reach a Playwright server or a grid behind the same interface.
 */
import type { Browser, BrowserContext } from 'playwright-core';
import type { ContextOptions } from '../context/context-options.ts';
import type { Reach } from '../context/proxy.ts';

export type DriverKind = 'local' | 'cdp' | 'playwright' | 'grid';

export interface Driver {
  readonly kind: DriverKind;
  /** A browser will be opened next: what takes long and needs no Playwright begins, and goes on by itself. */
  prepare?(options: OpenOptions): Promise<void>;
  open(options: OpenOptions): Promise<BrowserHandle>;
}

export interface OpenOptions {
  /** Settings of the default context. A persistent profile takes all of them, and every browser its origin lists. */
  readonly context: ContextOptions;
}

export interface BrowserHandle {
  readonly browser: Browser;
  /** The context that came with it: a persistent profile, or the attached browser's own with the user's tabs. */
  readonly firstContext?: BrowserContext;
  /** The browser's process, where it runs on this machine and says so. */
  readonly pid?: number;
  /** What its contexts are told where nobody says otherwise: a window's own size when there is a window. */
  readonly contextDefaults?: Pick<ContextOptions, 'viewport'>;
  /** Where its requests go, for a browser that we started: contexts that differ in this need a relay of their own. */
  readonly reach?: Reach;
  /** False where DevTools reach single tabs only: such a browser is watched through Playwright's events alone. */
  readonly hasOwnDevTools?: boolean;
  /** It cannot have further contexts: what an extension may do knows none. */
  readonly hasOneContext?: boolean;
  /** We started it, so we end it. */
  readonly owned: boolean;
  /** Asks the browser itself, where that is quick: a killed one is known before its connection breaks. */
  isAlive?(): Promise<boolean>;
  /** Ends an owned browser for certain; lets go of one that is not ours. */
  close(): Promise<void>;
}
