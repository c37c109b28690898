import type { Page } from 'playwright-core';
import { insideOf } from '../launch/playwright-inside.ts';

/** What Playwright's own side does around an action, as far as it matters here. */
interface Signals {
  waitForSignalsCreatedBy<T>(
    progress: unknown,
    waits: boolean,
    action: (progress: unknown) => Promise<T>,
  ): Promise<T>;
}

/**
 * Keeps Playwright from waiting, after an action, until the navigations that it began are committed: it does so
 * within the action's own time, so that a slow server makes a click fail that was done. We wait by `settle`.
 * Telling Playwright so by `noWaitAfter` is no way out: it then does not look either whether something came in
 * between and took the click. False where its own side is not in this process; there `noWaitAfter` must do.
 */
export function waitOurselves(page: Page): boolean {
  const { frameManager } = (insideOf(page) ?? {}) as { readonly frameManager?: Partial<Signals> };
  if (typeof frameManager?.waitForSignalsCreatedBy !== 'function') return false;
  frameManager.waitForSignalsCreatedBy = (progress, _waits, action) => action(progress);
  return true;
}
