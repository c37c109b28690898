import type { Stream } from '../../kernel/evidence.ts';
import type { BrowserHandle } from './drivers/driver.ts';
import type { Step, Tab } from './page/tab.ts';

/**
 * Watches a browser more closely than its tabs do by themselves. What it covers, tabs no longer record; where it
 * cannot watch (another kind of browser), they go on as before.
 */
export interface Observer {
  /** A browser has started. Resolves when pages that are opened from now on are seen from their first script on. */
  browserStarted(handle: BrowserHandle): Promise<void>;
  tabOpened(tab: Tab): TabObserver | undefined;
  /** Resolves when what was seen so far has been told. */
  settled(): Promise<void>;
}

export interface TabObserver {
  readonly covers: ReadonlySet<Stream>;
  /** Resolves when steps are known for what they are: what a tab does before that would seem to be a person's. */
  readonly ready: Promise<void>;
  /** An agent does something; the answer is to be called with how it ended. */
  stepStarted(step: Step): (end: StepEnd) => void;
}

export interface StepEnd {
  readonly ms: number;
  readonly settledBy?: string;
  /** The code of the fault. */
  readonly error?: string;
}
