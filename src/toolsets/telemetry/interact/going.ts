/** The actions that lead to another page, or load one again. */
import { z } from 'zod';
import {
  type Direction,
  goInHistory,
  navigate as goTo,
  reload,
} from '../../../engines/browser/actions/navigate.ts';
import { type ActionCall, type ActionResult, defineAction } from './define-action.ts';
import { happened } from './on-element.ts';
import { perfDiff, readPerf } from './perf-diff.ts';

/** Long enough for a page that takes its time; the engine has limits of its own below it. */
export const NAVIGATION_MS = 90_000;

const address = z.object({ url: z.string().min(1) });

export const navigate = defineAction({
  summary: 'Open it and wait for its load.',
  input: address,
  opensPage: true,
  limitMs: () => NAVIGATION_MS,
  async run(call) {
    const { tab, args, signal } = call;
    await noteLoad(call);
    const outcome = await goTo(tab, args.url, { signal });
    return {
      url: tab.url,
      title: await tab.title(),
      status: outcome.value?.status,
      ...happened(outcome),
      ...(await comparedLoad(call)),
    };
  },
});

export const refresh = defineAction({
  summary: 'Load the page again.',
  isPlain: true,
  input: z.object({}),
  limitMs: () => NAVIGATION_MS,
  async run(call) {
    await noteLoad(call);
    const outcome = await reload(call.tab, { signal: call.signal });
    return { url: call.tab.url, ...happened(outcome), ...(await comparedLoad(call)) };
  },
});

const inHistory = (direction: Direction) =>
  defineAction({
    summary: `Go ${direction} in history.`,
    input: z.object({}),
    limitMs: () => NAVIGATION_MS,
    async run({ tab, signal }) {
      const outcome = await goInHistory(tab, direction, { signal });
      return { url: tab.url, title: await tab.title(), ...happened(outcome) };
    },
  });

export const back = inHistory('back');
export const forward = inHistory('forward');

export const newTab = defineAction({
  summary: 'Open it in a new tab.',
  isPlain: true,
  input: address,
  opensPage: true,
  limitMs: () => NAVIGATION_MS,
  async run({ tab, args, signal, deps }) {
    // The page that had to be opened for a first call is the new tab itself.
    const pages = deps.engine.listContexts().reduce((sum, { pageCount }) => sum + pageCount, 0);
    const isFresh = pages === 1 && tab.url === 'about:blank';
    const created = isFresh ? tab : await (await deps.engine.context(tab.host.context)).newTab();
    const outcome = await goTo(created, args.url, { signal });
    return { tab_id: created.id, url: created.url, title: await created.title(), ...happened(outcome) };
  },
});

/** What the page that is left looked like in the end is what its next load is compared with. */
async function noteLoad({ tab, deps }: ActionCall<unknown>): Promise<void> {
  const before = await readPerf(tab);
  if (before?.load !== undefined) deps.loads.keep(before);
}

/** How the page loaded now, against the last load of the same address. */
async function comparedLoad({ tab, deps }: ActionCall<unknown>): Promise<ActionResult> {
  const after = await readPerf(tab);
  if (after?.load === undefined) return {};
  const before = deps.loads.get(after.url);
  deps.loads.keep(after);
  return { perf_diff: perfDiff(before, after) };
}
