import type { DownloadEntry } from '../context/downloads.ts';
import type { ConsoleEntry } from './console-log.ts';
import type { ModalState } from './modals.ts';
import type { Seen } from './watch.page.ts';

export interface Timeouts {
  /** One action on an element, in milliseconds. */
  readonly action: number;
  /** Opening a page. */
  readonly navigation: number;
  /** How long the page may stay restless after an action before the answer is given all the same. */
  readonly settle: number;
  /** A function that runs in the page. */
  readonly evaluate: number;
  /** How long leaving a page may take before it is asked whether it lives, and then how long its answer may. */
  readonly leave: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  action: 5_000,
  navigation: 60_000,
  settle: 500,
  evaluate: 30_000,
  leave: 3_500,
};

/**
 * Why the wait after an action ended. Out of time with a document that is not `loading` any further, with `requests`
 * that have no answer, or with a document that keeps changing (`timeout`). `closed`: the page closed itself.
 */
export type SettledBy =
  | 'nothing'
  | 'quiet'
  | 'load'
  | 'loading'
  | 'requests'
  | 'timeout'
  | 'modal'
  | 'closed';

/** What an action did to its page, beyond what it gives back. */
export interface Outcome<T = void> {
  /** Absent when a modal state came before the action was done, or the page closed. */
  readonly value?: T;
  readonly settledBy: SettledBy;
  /** From the start of the action, and from its end, in milliseconds. */
  readonly ms: number;
  readonly settleMs: number;
  readonly url: string;
  readonly urlBefore: string;
  /** A new document was loaded. */
  readonly navigated: boolean;
  /** What happened to the document beside what is read of it; absent when another one came. */
  readonly seen?: Seen | undefined;
  /** What waits for an answer now. */
  readonly modals: readonly ModalState[];
  /** New messages, errors and warnings only. */
  readonly problems: readonly ConsoleEntry[];
  /** How many console messages are new, of any level. */
  readonly newMessages: number;
  readonly downloads: readonly DownloadEntry[];
  /** Ids of tabs that it opened. */
  readonly opened: readonly string[];
}
