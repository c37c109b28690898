import { Script } from 'node:vm';
import { z } from 'zod';
import { given } from '../../../engines/browser/given.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { firstLine, isNavigationError, messageOf } from '../../../engines/browser/page/translate.ts';
import { fault } from '../../../kernel/fault.ts';
import { element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { plain } from './execute-js.page.ts';
import { happened } from './on-element.ts';

const USUAL_MS = 5000;
const WORLDS = ['auto', 'main', 'isolated'] as const;

export const executeJs = defineAction({
  name: 'execute_js',
  summary:
    'Run a script in the page (main) or beside it (isolated) under any content security policy; promises are awaited.',
  input: z.object({
    script: z.string().min(1),
    world: z.enum(WORLDS).default('auto'),
    timeout_ms: element.timeout_ms,
  }),
  limitMs: ({ timeout_ms: ms = USUAL_MS }) => ms + 10_000,
  async run({ tab, args, signal, action }) {
    const source = functionOf(args.script);
    const ms = args.timeout_ms ?? USUAL_MS;
    const run = () =>
      args.world === 'isolated' ? tab.cdp.runSource(source) : tab.page.evaluate(`(${source})()`);
    const { reason } = args;
    const step = { action, signal, detail: given({ script: args.script.slice(0, 2000), reason }) };
    const outcome = await tab.perform(step, () => withinTime(tab, run(), ms));
    return { result: outcome.value ?? null, ...happened(outcome) };
  },
});

/** An expression gives its value; statements give what they return. */
function functionOf(script: string): string {
  const body = parses(`(async () => (${script}\n))`) ? `return (${script}\n);` : script;
  if (!parses(`(async () => { ${body}\n})`)) {
    const problem = problemOf(`(async () => { ${body}\n})`);
    throw fault('EVALUATION_FAILED', { why: problem });
  }
  return `async () => { const value = await (async () => { ${body}\n})(); return (${plain})(value, 0, new Set()); }`;
}

/** Only parsed here; it runs in the page. */
const parses = (source: string) => problemOf(source) === '';

function problemOf(source: string): string {
  try {
    new Script(source);
    return '';
  } catch (thrown) {
    return firstLine(messageOf(thrown));
  }
}

/** A script that does not end is ended, even one that loops. */
async function withinTime(tab: Tab, running: Promise<unknown>, ms: number): Promise<unknown> {
  const { promise: over, resolve } = Promise.withResolvers<'over'>();
  const timer = setTimeout(resolve, ms, 'over');
  try {
    const end = await Promise.race([running.then((value) => ({ value })), over]);
    if (end !== 'over') return end.value;
    await (await tab.cdp.session()).send('Runtime.terminateExecution').catch(() => {}); // it has ended meanwhile
    throw fault('EVALUATION_TIMEOUT', { ms });
  } catch (thrown) {
    if (isNavigationError(thrown)) return null; // it led to another page, as it was to
    if (thrown instanceof Error && thrown.name === 'Fault') throw thrown;
    throw fault('EVALUATION_FAILED', { why: firstLine(messageOf(thrown)) }, thrown);
  } finally {
    clearTimeout(timer);
    running.catch(() => {}); // it was given up on
  }
}
