import { setTimeout as pause } from 'node:timers/promises';
import type { Capture, Grabbed, GrabRequest } from './capture.ts';

export interface TakeRequest extends GrabRequest {
  readonly delayMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds waited and to wait. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

const STEP_MS = 500;

/** Waits if asked to, then grabs. A screen that is missing is known before the wait, not after it. */
export async function takeScreenshot(choose: () => Capture, request: TakeRequest): Promise<Grabbed> {
  const { delayMs = 0, signal, progress } = request;
  const capture = choose();
  const end = performance.now() + delayMs;
  for (let left = delayMs; left > 0; left = end - performance.now()) {
    progress?.(delayMs - left, delayMs);
    await pause(Math.min(left, STEP_MS), undefined, { signal });
  }
  signal.throwIfAborted();
  return capture.grab(request);
}
