import type { z } from 'zod';
import type { Acting, Cancel } from '../../../engines/browser/actions/pointer.ts';
import type { Found } from '../../../engines/browser/actions/target.ts';
import { awaitTarget } from '../../../engines/browser/actions/wait-for.ts';
import type { Outcome } from '../../../engines/browser/page/outcome.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import type { element } from './action-arguments.ts';
import type { ActionCall, ActionResult } from './define-action.ts';
import { type Counts, countChanges, countedChanges } from './dom-changes.page.ts';

type ElementArgs = z.output<z.ZodObject<typeof element>> & { readonly analyze?: boolean | undefined };

/** Does something to one element that may change the page, and says what it changed. */
export async function actOnElement<T>(
  call: ActionCall<ElementArgs>,
  act: (found: Found, acting: Acting) => Promise<Outcome<T>>,
): Promise<ActionResult> {
  const { tab, args, signal } = call;
  const found = await find(call);
  const { value: outcome, changes } = await watchingDom(tab, () =>
    act(found, { signal, reason: args.reason }),
  );
  return {
    ...elementResult(found),
    value: outcome.value,
    dom_changes: outcome.navigated ? undefined : changes,
    ...happened(outcome),
    analysis: args.analyze ? analysis(outcome) : undefined,
  };
}

/** Reads something of one element. */
export async function readElement<T>(
  call: ActionCall<ElementArgs>,
  read: (tab: Tab, found: Found, cancel: Cancel) => Promise<T>,
): Promise<ActionResult> {
  const found = await find(call);
  return { ...elementResult(found), value: await read(call.tab, found, { signal: call.signal }) };
}

/** The element; waited for as long as `timeout_ms` says, else it must be there. */
export const find = ({ tab, args, signal }: ActionCall<ElementArgs>): Promise<Found> =>
  awaitTarget(tab, args.selector, {
    ms: args.timeout_ms ?? 0,
    frame: args.frame,
    prefersSeen: true,
    signal,
  });

export const elementResult = ({ written, frame }: Found) => ({ selector: written, frame });

/** What came of it besides: pages, dialogs, downloads, problems. */
export function happened(outcome: Outcome<unknown>): ActionResult {
  const { navigated, url, opened, modals, downloads, problems } = outcome;
  const some = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);
  return {
    navigated_to: navigated ? url : undefined,
    opened_tabs: some(opened),
    waiting_for: some(modals.map(({ description }) => description)),
    downloads: downloads.length || undefined,
    console_problems: some(problems.map(({ level, text }) => `${level}: ${text.slice(0, 300)}`)),
  };
}

const analysis = ({ ms, settleMs, settledBy, newMessages, problems, navigated }: Outcome<unknown>) => ({
  action_ms: Math.round(ms - settleMs),
  settle_ms: Math.round(settleMs),
  settled_by: settledBy,
  console_messages: newMessages,
  console_problems: problems.length,
  navigated,
});

/** Does something and counts what it changed in the document; undefined when a new document came instead. */
async function watchingDom<T>(tab: Tab, work: () => Promise<T>) {
  await tab.cdp.run(countChanges).catch(() => {}); // a page that cannot be asked is not counted
  const value = await work();
  if (tab.page.isClosed() || tab.modals.isBlocked) return { value, changes: undefined };
  const seen = await tab.cdp.run(countedChanges).catch(() => null);
  return { value, changes: seen ? { ...seen, summary: words(seen) } : undefined };
}

function words({ added, removed, modified }: Counts): string {
  const parts = [
    added && `${added} added`,
    removed && `${removed} removed`,
    modified && `${modified} modified`,
  ];
  return parts.filter(Boolean).join(', ') || 'no changes';
}
