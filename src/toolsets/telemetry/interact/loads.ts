import type { ActionCall, ActionResult } from './define-action.ts';
import { perfDiff } from './perf-diff.ts';
import { readPerf } from './perf-snapshot.ts';

/** Long enough for a page that takes its time; the engine has limits of its own below it. */
export const NAVIGATION_MS = 90_000;

/** What the page that is left looked like in the end is what its next load is compared with. */
export async function noteLoad({ tab, deps }: ActionCall<unknown>): Promise<void> {
  const before = await readPerf(tab);
  if (before?.load !== undefined) deps.loads.keep(before);
}

/** How the page loaded now, against the last load of the same address. */
export async function comparedLoad({ tab, deps }: ActionCall<unknown>): Promise<ActionResult> {
  const after = await readPerf(tab);
  if (after?.load === undefined) return {};
  const before = deps.loads.get(after.url);
  deps.loads.keep(after);
  return { perf_diff: perfDiff(before, after) };
}
