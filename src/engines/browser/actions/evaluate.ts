import { Script } from 'node:vm';
import { fault } from '../../../kernel/fault.ts';
import type { Outcome } from '../outcome.ts';
import type { Tab } from '../tab.ts';
import { resolveTarget, type Target } from '../target.ts';
import { firstLine, isClosedError, isNavigationError, messageOf } from '../translate.ts';
import type { Cancel } from './pointer.ts';

export interface EvaluateOptions extends Cancel {
  /** The function gets this element as its argument. */
  readonly target?: Target | undefined;
}

/** Runs a function, or evaluates an expression, in the page. One that does not end is ended. */
export async function evaluate(
  tab: Tab,
  source: string,
  { target, signal }: EvaluateOptions = {},
): Promise<Outcome<unknown>> {
  return tab.perform({ action: 'evaluate', target, detail: { function: source }, signal }, async () => {
    const locator = target === undefined ? undefined : await resolveTarget(tab, target);
    const work = pageFunction(functionOf(source));
    return withinTime(tab, locator ? locator.evaluate(work) : tab.page.evaluate(work), signal);
  });
}

/** A function, an expression (with await, too), or the body of a function: the first that can be read. */
function functionOf(source: string): string {
  const body = source.trim().replace(/;+$/, '');
  const forms = [
    `(element) => { const made = (${body}\n); return typeof made === 'function' ? made(element) : made; }`,
    `async (element) => (${body}\n)`,
    `async (element) => { ${source}\n }`,
  ];
  const errors: unknown[] = [];
  for (const form of forms) {
    try {
      new Script(`(${form})`); // reads it; nothing runs here
      return form;
    } catch (error) {
      errors.push(error);
    }
  }
  throw fault('EVALUATION_FAILED', { why: String(errors[0]) }, errors[0]);
}

/** Playwright takes functions by their source, so this is what it is shown. */
function pageFunction(source: string): () => unknown {
  return Object.assign(() => undefined, { toString: () => source });
}

async function withinTime(
  tab: Tab,
  running: Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { promise: over, resolve } = Promise.withResolvers<'over'>();
  const ms = tab.timeouts.evaluate;
  const stop = () => resolve('over');
  const timer = setTimeout(stop, ms);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const end = await Promise.race([running.then((value) => ({ value })), over]);
    if (end !== 'over') return end.value;
    await terminate(tab);
    throw fault('EVALUATION_TIMEOUT', { ms });
  } catch (thrown) {
    return raised(thrown);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    running.catch(() => {}); // it was given up on
  }
}

/** A function that navigates takes its own document away: that is what it was to do. */
function raised(thrown: unknown): undefined {
  const message = messageOf(thrown);
  if (isNavigationError(thrown)) return undefined;
  const isOurs = isClosedError(thrown) || (thrown instanceof Error && thrown.name === 'Fault');
  if (isOurs) throw thrown;
  throw fault('EVALUATION_FAILED', { why: firstLine(message) }, thrown);
}

/** Breaks even an endless loop, which keeps the page from answering anything else. */
async function terminate(tab: Tab): Promise<void> {
  if (!tab.cdp.isThere) return;
  const session = await tab.cdp.session();
  await session.send('Runtime.terminateExecution').catch(() => {}); // it has ended meanwhile
}
