import type { BlindSpot } from '../../contract/blind-spots.ts';
import type { BrowserHandle } from './drivers/driver.ts';
import type { Step, Tab } from './page/tab.ts';

/** Tells the record what happens in the pages of a browser. */
export interface Observer {
  /** A browser has started. Resolves when pages that are opened from now on are seen from their first script on. */
  browserStarted(handle: BrowserHandle): Promise<void>;
  tabOpened(tab: Tab): TabObserver | undefined;
  /** Resolves when what was seen so far has been told. */
  settled(): Promise<void>;
  /** What is not seen of the browser that runs now. */
  readonly cannot: readonly BlindSpot[];
}

export interface TabObserver {
  /** Resolves when steps are known for what they are: what a tab does before that would seem to be a person's. */
  readonly ready: Promise<void>;
  /** An agent does something; the answer is to be called with how it ended. */
  stepStarted(step: Step): (end: StepEnd) => void;
  /** From now on nothing of it is told: something is tried out there. */
  leaveOut(): Promise<void>;
}

export interface StepEnd {
  readonly ms: number;
  readonly settledBy?: string;
  /** The code of the fault. */
  readonly error?: string;
}
