import type { Acting, Cancel } from '../../../engines/browser/actions/pointer.ts';
import type { Found } from '../../../engines/browser/actions/target.ts';
import { awaitTarget } from '../../../engines/browser/actions/wait-for.ts';
import type { Outcome } from '../../../engines/browser/page/outcome.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import type { ActionCall, ActionResult } from './define-action.ts';
import { watchingDom } from './dom-changes.ts';

interface ElementArgs {
  readonly selector: string;
  readonly frame?: string | number | undefined;
  readonly timeout_ms?: number | undefined;
  readonly analyze?: boolean | undefined;
}

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
    ...(outcome.value === undefined ? {} : { value: outcome.value }),
    ...(changes && !outcome.navigated ? { dom_changes: changes } : {}),
    ...happened(outcome),
    ...(args.analyze ? { analysis: analysis(outcome) } : {}),
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

export const elementResult = ({ written, frame }: Found) => ({
  selector: written,
  ...(frame === undefined ? {} : { frame }),
});

/** What came of it besides: pages, dialogs, downloads, problems. */
export function happened({
  navigated,
  url,
  opened,
  modals,
  downloads,
  problems,
}: Outcome<unknown>): ActionResult {
  return {
    ...(navigated ? { navigated_to: url } : {}),
    ...(opened.length > 0 ? { opened_tabs: opened } : {}),
    ...(modals.length > 0 ? { waiting_for: modals.map(({ description }) => description) } : {}),
    ...(downloads.length > 0 ? { downloads: downloads.length } : {}),
    ...(problems.length > 0
      ? { console_problems: problems.map(({ level, text }) => `${level}: ${text.slice(0, 300)}`) }
      : {}),
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
