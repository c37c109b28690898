import type { BlindSpot } from '../../../contract/blind-spots.ts';
import type { Sink } from '../../../contract/evidence.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import type { TabObserver } from '../observer.ts';
import type { Tab } from '../page/tab.ts';
import type { Privacy } from './privacy.ts';

/** All that is seen of one running browser, in whichever way. */
export interface BrowserWatch {
  readonly cannot: readonly BlindSpot[];
  tabOpened(tab: Tab): TabObserver;
  settled(): Promise<void>;
  /** The browser is gone, or let go of. */
  end(): Promise<void>;
}

/** Begins the ids of one watch: those of two runs, and of two browsers, must not meet in the record. */
export const newRun = () => newId('req').replaceAll(/[-_]/g, '').slice(0, 11);

/** A body in the record, as the record's `putBody` names it. */
export interface StoredBody {
  readonly blob: string;
  readonly length: number;
  readonly stored: number;
}

export type PutBody = (content: Uint8Array | string) => Promise<StoredBody>;

/** What every part of capture is given. */
export interface CaptureHost {
  readonly instance: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly sink: Sink;
  readonly putBody: PutBody;
  /** The tests that are active now. */
  testIds(): readonly string[];
  readonly privacy: Privacy;
  readonly limits: CaptureLimits;
}

export interface CaptureLimits {
  /** A longer body is not asked of the browser. */
  readonly body: number;
  /** So much of a socket's message stands in the item itself; the whole is a body. */
  readonly preview: number;
  /** A longer console message or argument is cut. */
  readonly text: number;
  /** A source map that takes more milliseconds is left out of what waits for it; the next to ask may have it. */
  readonly mapMs: number;
}

export const DEFAULT_LIMITS: CaptureLimits = {
  body: 16 * 2 ** 20,
  preview: 4_096,
  text: 10_000,
  mapMs: 1_000,
};
