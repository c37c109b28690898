import type { BlindSpot } from '../../../contract/blind-spots.ts';
import type { TabObserver } from '../observer.ts';
import type { Tab } from '../page/tab.ts';

/** All that is seen of one running browser, in whichever way. */
export interface BrowserWatch {
  readonly cannot: readonly BlindSpot[];
  tabOpened(tab: Tab): TabObserver;
  settled(): Promise<void>;
  /** The browser is gone, or let go of. */
  end(): Promise<void>;
}
