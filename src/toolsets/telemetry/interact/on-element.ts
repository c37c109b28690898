import type { Outcome } from '../../../engines/browser/page/outcome.ts';
import { Fault } from '../../../kernel/fault.ts';
import { type Found, type Locator, locate } from '../locate.ts';
import type { ActionCall, ActionResult } from './define-action.ts';
import { watchingDom } from './dom-changes.ts';

interface ElementArgs {
  readonly selector: string;
  readonly frame?: string | number | undefined;
  readonly timeout_ms?: number | undefined;
  readonly analyze?: boolean | undefined;
}

const PAUSE_MS = 50;

/** Does something to one element that may change the page, and says what it changed. */
export async function actOnElement<T>(
  call: ActionCall<ElementArgs>,
  act: (locator: Locator) => Promise<T>,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<ActionResult> {
  const { tab, args, signal, action } = call;
  const found = await find(call);
  const step = { action, target: args.selector, signal, detail: { ...detail, ...because(args) } };
  const { value: outcome, changes } = await watchingDom(tab, () =>
    tab.perform(step, () => act(found.locator)),
  );
  return {
    ...elementResult(args, found),
    ...(outcome.value === undefined ? {} : { value: outcome.value }),
    ...(changes && !outcome.navigated ? { dom_changes: changes } : {}),
    ...happened(outcome),
    ...(args.analyze ? { analysis: analysis(outcome) } : {}),
  };
}

/** Reads something of one element. */
export async function readElement<T>(
  call: ActionCall<ElementArgs>,
  read: (locator: Locator) => Promise<T>,
): Promise<ActionResult> {
  const { tab, args, signal, action } = call;
  const found = await find(call);
  const step = { action, target: args.selector, signal, isReading: true };
  const outcome = await tab.perform(step, () => read(found.locator));
  if (outcome.settledBy === 'modal') tab.modals.assertFree();
  return { ...elementResult(args, found), value: outcome.value ?? null };
}

/** The element; waited for as long as `timeout_ms` says, else it must be there. */
export async function find({ tab, args, signal }: ActionCall<ElementArgs>): Promise<Found> {
  const until = performance.now() + (args.timeout_ms ?? 0);
  for (;;) {
    try {
      return await locate(tab, args.selector, args.frame);
    } catch (thrown) {
      const isMissing = thrown instanceof Fault && thrown.code === 'ELEMENT_NOT_FOUND';
      if (!isMissing || performance.now() >= until || signal.aborted) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

export const because = ({ reason }: { readonly reason?: string | undefined }) =>
  reason === undefined ? {} : { reason };

const elementResult = ({ selector }: ElementArgs, { frame }: Found) => ({
  selector,
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
