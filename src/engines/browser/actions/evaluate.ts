import { Script } from 'node:vm';
import { fault } from '../../../kernel/fault.ts';
import { within } from '../../../kernel/within.ts';
import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { firstLine, isClosedError, isNavigationError, messageOf } from '../page/translate.ts';
import type { Acting, Cancel } from './pointer.ts';
import { resolveTarget, type Target, writtenOf } from './target.ts';

export interface EvaluateOptions extends Cancel {
  /** The function gets this element as its argument. */
  readonly target?: Target | undefined;
}

/** Runs a function, or evaluates an expression, in the page. One that does not end is ended. */
export async function evaluate(tab: Tab, source: string, { target, signal }: EvaluateOptions = {}) {
  const detail = { function: source };
  const step = { action: 'evaluate', target: target && writtenOf(target), detail, signal };
  return tab.perform<unknown>(step, async () => {
    const locator = target === undefined ? undefined : await resolveTarget(tab, target);
    const { head, form } = functionOf(source);
    // Playwright takes functions by their source, so this is what it is shown.
    const work = Object.assign(() => undefined, { toString: () => form });
    try {
      const running = locator ? locator.evaluate(work) : tab.page.evaluate(work);
      return await endedWithin(tab, running, tab.timeouts.evaluate, signal);
    } catch (thrown) {
      return raised(thrown, (message) => ownPlaces(message, head.length, linesOf(source)));
    }
  });
}

export interface ScriptOptions extends Acting {
  /** What the record shows of it. */
  readonly shown: string;
  readonly ms: number;
  /** Beside the page instead of in it: what the page has changed does not concern it. */
  readonly isIsolated?: boolean | undefined;
}

/** Runs the text of a function that takes nothing, under any content security policy. One that does not end is ended. */
export async function runScript(
  tab: Tab,
  source: string,
  { shown, ms, isIsolated, signal, reason }: ScriptOptions,
): Promise<Outcome<unknown>> {
  const detail = given({ script: shown, reason });
  return tab.perform({ action: 'evaluate', detail, signal }, async () => {
    const running = isIsolated ? tab.cdp.runSource(source) : tab.page.evaluate(`(${source})()`);
    try {
      return await endedWithin(tab, running, ms, signal);
    } catch (thrown) {
      return raised(thrown);
    }
  });
}

/** A function, an expression (with await, too), or the body of a function: the first that can be read. */
function functionOf(source: string): { head: string; form: string } {
  const body = source.trim().replace(/;+$/, '');
  const whole = (head: string, code: string, tail: string) => ({ head, form: `${head}${code}\n${tail}` });
  const forms = [
    whole(
      '(element) => { const made = (',
      body,
      "); return typeof made === 'function' ? made(element) : made; }",
    ),
    whole('async (element) => (', body, ')'),
    whole('async (element) => { ', source, ' }'),
  ];
  const errors: unknown[] = [];
  for (const form of forms) {
    try {
      new Script(`(${form.form})`); // reads it; nothing runs here
      return form;
    } catch (error) {
      errors.push(error);
    }
  }
  throw fault('EVALUATION_FAILED', { why: String(errors[0]) }, errors[0]);
}

/** Its value; what does not end in time is ended. */
export async function endedWithin(tab: Tab, running: Promise<unknown>, ms: number, signal?: AbortSignal) {
  const ended = running.then((value) => ({ value }));
  const end = await within(ended, ms, signal);
  if (end) return end.value;
  ended.catch(() => {}); // it is given up on
  await terminate(tab);
  throw fault('EVALUATION_TIMEOUT', { ms });
}

/** A function that navigates takes its own document away: that is what it was to do. */
function raised(thrown: unknown, places = (message: string) => message): undefined {
  if (isNavigationError(thrown)) return undefined;
  const isOurs = isClosedError(thrown) || (thrown instanceof Error && thrown.name === 'Fault');
  if (isOurs) throw thrown;
  if (thrown instanceof Error) thrown.message = places(thrown.message);
  throw fault('EVALUATION_FAILED', { why: firstLine(messageOf(thrown)) }, thrown);
}

const linesOf = (source: string) => source.trim().split('\n').length;
const FRAME = /^( +at )(\S+) \((eval at evaluate \(:\d+:\d+\)), <anonymous>:(\d+):(\d+)\)$/gm;

/** Places in a stack are those in the code that was given, in brackets: we put more than these around it. */
function ownPlaces(message: string, head: number, lines: number): string {
  return message.replaceAll(FRAME, (frame, at, name, where, line, column) => {
    if (Number(line) > lines) return frame;
    const place = Number(line) === 1 ? Number(column) - head + 1 : Number(column);
    const own = name === 'made' ? 'eval' : name;
    return `${at}${own} (eval at <anonymous> (${where}), <anonymous>:${line}:${place})`;
  });
}

/** Breaks even an endless loop, which keeps the page from answering anything else. */
async function terminate(tab: Tab): Promise<void> {
  if (!tab.cdp.isThere) return;
  const session = await tab.cdp.session();
  await session.send('Runtime.terminateExecution').catch(() => {}); // it has ended meanwhile
}
