import type { Locator } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import type { Cancel } from './pointer.ts';

export interface WaitForOptions extends Cancel {
  /** Milliseconds; waited first. */
  readonly time?: number | undefined;
  /** Until this text can be seen. */
  readonly text?: string | undefined;
  /** Until this text can be seen no more. */
  readonly textGone?: string | undefined;
  /** For the texts, in milliseconds; the time limit of an action unless given. */
  readonly timeout?: number | undefined;
}

/** Time alone passes in a page that waits for an answer, too; then there is no outcome. */
export async function waitFor(tab: Tab, options: WaitForOptions): Promise<Outcome | undefined> {
  const { time, text, textGone, signal } = options;
  if (time !== undefined && text === undefined && textGone === undefined && tab.modals.open.length > 0)
    return void (await pause(time, signal));
  return tab.perform({ action: 'wait', isReading: true, signal }, async () => {
    if (time !== undefined) await pause(time, signal);
    const timeout = options.timeout ?? tab.timeouts.action;
    if (textGone !== undefined) await gone(tab, textGone, timeout);
    if (text !== undefined) await seen(tab, text, timeout);
  });
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      resolve();
    },
    { once: true },
  );
  return promise;
}

/** The text in each frame, since a locator looks into one only. */
const inFrames = (tab: Tab, text: string): readonly Locator[] =>
  tab.page.frames().map((frame) => frame.getByText(text).filter({ visible: true }).first());

async function seen(tab: Tab, text: string, timeout: number): Promise<void> {
  const looking = inFrames(tab, text).map((locator) => locator.waitFor({ state: 'visible', timeout }));
  await Promise.any(looking).catch((error: AggregateError) => {
    throw asFault(error.errors[0], `The text "${text}" did not appear`, timeout);
  });
}

async function gone(tab: Tab, text: string, timeout: number): Promise<void> {
  const looking = inFrames(tab, text).map((locator) => locator.waitFor({ state: 'hidden', timeout }));
  await Promise.all(looking).catch((error: unknown) => {
    throw asFault(error, `The text "${text}" did not go away`, timeout);
  });
}

function asFault(error: unknown, what: string, ms: number): unknown {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return isLate ? fault('WAIT_TIMEOUT', { what, ms }, error) : error;
}
