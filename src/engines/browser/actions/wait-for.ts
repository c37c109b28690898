import type { Locator } from 'playwright-core';
import { Fault, fault } from '../../../kernel/fault.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { tagOf } from './element.page.ts';
import { pause } from './pause.ts';
import type { Cancel } from './pointer.ts';
import { type Found, findTarget, type Seeking } from './target.ts';

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

const AGAIN_MS = 50;

/** The element, which may take so many milliseconds to come. */
export async function awaitTarget(
  tab: Tab,
  written: string,
  { ms, signal, ...seeking }: Seeking & Cancel & { readonly ms: number },
): Promise<Found> {
  const until = performance.now() + ms;
  for (;;) {
    try {
      return await findTarget(tab, written, seeking);
    } catch (thrown) {
      const isMissing = thrown instanceof Fault && thrown.code === 'ELEMENT_NOT_FOUND';
      if (!isMissing || performance.now() >= until || signal?.aborted) throw thrown;
      await pause(AGAIN_MS, signal);
    }
  }
}

export interface WaitUntilOptions extends Cancel, Seeking {
  /** Until it can be seen. */
  readonly target?: string | undefined;
  /** Until this JavaScript is true in the page. Without either: until the page has loaded. */
  readonly expression?: string | undefined;
  readonly timeout: number;
  /** What did not happen, for the fault. */
  readonly what: string;
}

/** Waits for an element, an expression or the load. Gives the element and its tag. */
export async function waitUntil(
  tab: Tab,
  { target, expression, timeout, what, signal, ...seeking }: WaitUntilOptions,
): Promise<{ readonly found?: Found | undefined; readonly tag?: string | undefined }> {
  const until = performance.now() + timeout;
  const left = () => Math.max(1, until - performance.now());
  const outcome = await tab.perform({ action: 'wait', isReading: true, signal }, async () => {
    try {
      if (target === undefined && expression === undefined)
        await tab.page.waitForLoadState('load', { timeout });
      const found =
        target === undefined ? undefined : await awaitTarget(tab, target, { ...seeking, ms: left(), signal });
      await found?.locator.waitFor({ state: 'visible', timeout: left() });
      if (expression !== undefined)
        await tab.page.waitForFunction(expression, undefined, { timeout: left() });
      return { found, tag: await found?.locator.evaluate(tagOf) };
    } catch (thrown) {
      const isMissing = thrown instanceof Fault && thrown.code === 'ELEMENT_NOT_FOUND';
      throw isMissing ? fault('WAIT_TIMEOUT', { what, ms: timeout }, thrown) : asFault(thrown, what, timeout);
    }
  });
  if (!outcome.value) tab.modals.assertFree();
  return outcome.value!;
}
