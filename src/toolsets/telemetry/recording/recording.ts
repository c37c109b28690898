import type { Sight } from '../../../engines/browser/snapshot/new-sights.ts';
import type { ActionData } from '../seen.ts';

/** One thing that was done, as a recording keeps it. */
export type RecordedAction = ActionData & {
  /** Milliseconds after the recording began. */
  readonly at: number;
  /** The tab that it was done in. */
  readonly page: string | undefined;
};

/** An error as it is compared: without what changes from run to run. */
export interface LoggedError {
  readonly message: string;
  readonly count: number;
}

/** A kind of request and how it was answered. */
export interface LoggedRequest {
  /** Method and path. */
  readonly endpoint: string;
  readonly statuses: readonly string[];
}

/** What went on while something was recorded or played. */
export interface Happenings {
  readonly actions: readonly RecordedAction[];
  readonly errors: readonly LoggedError[];
  readonly requests: readonly LoggedRequest[];
  readonly warnings: number;
}

export interface Recording extends Happenings {
  readonly id: string;
  readonly name: string;
  readonly status: 'recording' | 'done';
  /** Microseconds since the epoch. */
  readonly start: number;
  readonly end?: number;
  readonly start_url: string;
  readonly tab_id: string | undefined;
  readonly viewport: { readonly width: number; readonly height: number } | null;
  /** What the page showed when it began, and what could be seen at the end that could not before. */
  readonly before?: readonly string[];
  readonly sights?: readonly Sight[];
}

type StepStatus = 'ok' | 'healed' | 'failed' | 'skipped';

/** What became of one action when it was played. */
export interface StepResult {
  readonly index: number;
  readonly type: string;
  readonly status: StepStatus;
  /** How the element was found: test_id, role, label, placeholder, text, css, position. */
  readonly strategy?: string;
  readonly selector?: string;
  readonly ms: number;
  readonly error?: string;
}

/** How many steps ended in each way. */
export function stepCounts(results: readonly StepResult[]) {
  const count = (status: StepStatus) => results.filter((step) => step.status === status).length;
  return { ok: count('ok'), healed: count('healed'), failed: count('failed'), skipped: count('skipped') };
}

/** One playing of a recording; also a recording of what went on meanwhile, so that the two can be compared. */
export interface Playback extends Happenings {
  readonly id: string;
  readonly recording_id: string;
  readonly start: number;
  readonly end: number;
  readonly results: readonly StepResult[];
}
