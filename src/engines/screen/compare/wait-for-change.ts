import { setTimeout as pause } from 'node:timers/promises';
import { fault } from '../../../kernel/fault.ts';
import type { Grabbed } from '../grab/grabber.ts';
import { comparePictures } from './compare-pictures.ts';

export interface WaitRequest {
  /** `change`: until it looks different than now. `still`: until nothing has changed for a while. */
  readonly until: 'change' | 'still';
  readonly timeoutMs: number;
  /** How long it must stay the same to be still. */
  readonly stillMs: number;
  readonly intervalMs: number;
  /** Part of the pixels that must differ to count, 0 to 1; a blinking cursor is less. */
  readonly threshold: number;
  readonly signal: AbortSignal;
  readonly progress?: ((waitedMs: number, totalMs: number) => void) | undefined;
}

/** Looks again and again, no more often than asked, until it is as it should be. */
export async function waitForChange(grab: () => Promise<Grabbed>, request: WaitRequest) {
  const { until, timeoutMs, stillMs, intervalMs, threshold, signal, progress } = request;
  const started = performance.now();
  const first = await grab();
  let last = first;
  let changedAt = performance.now();
  for (;;) {
    const waitedMs = performance.now() - started;
    if (waitedMs >= timeoutMs) throw tooLate(until, timeoutMs);
    progress?.(waitedMs, timeoutMs);
    await pause(Math.min(intervalMs, timeoutMs - waitedMs), undefined, { signal });
    const next = await grab();
    const isDifferent =
      comparePictures(until === 'change' ? first.picture : last.picture, next.picture).ratio > threshold;
    if (isDifferent) changedAt = performance.now();
    last = next;
    const isReached = until === 'change' ? isDifferent : performance.now() - changedAt >= stillMs;
    if (!isReached) continue;
    const comparison = comparePictures(first.picture, next.picture);
    return { grabbed: next, comparison, waitedMs: Math.round(performance.now() - started) };
  }
}

function tooLate(until: 'change' | 'still', ms: number) {
  const what = until === 'change' ? 'The screen did not change' : 'The screen did not come to rest';
  return fault('SCREEN_WAIT_TIMEOUT', { what, ms });
}
