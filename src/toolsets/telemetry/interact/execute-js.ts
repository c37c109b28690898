import { Script } from 'node:vm';
import { z } from 'zod';
import { runScript } from '../../../engines/browser/actions/evaluate.ts';
import { firstLine, messageOf } from '../../../engines/browser/page/translate.ts';
import { fault } from '../../../kernel/fault.ts';
import { element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { plain } from './execute-js.page.ts';
import { happened } from './on-element.ts';

const USUAL_MS = 5000;
const WORLDS = ['auto', 'main', 'isolated'] as const;

export const executeJs = defineAction({
  summary: 'Run JavaScript in the page.',
  input: z.object({
    script: z.string().min(1).describe('May give a promise.'),
    world: z.enum(WORLDS).default('auto').describe('main: the page; isolated: beside it.'),
    timeout_ms: element.timeout_ms,
  }),
  limitMs: ({ timeout_ms: ms = USUAL_MS }) => ms + 10_000,
  async run({ tab, args, signal }) {
    const { script, world, timeout_ms: ms = USUAL_MS, reason } = args;
    const isIsolated = world === 'isolated';
    const shown = script.slice(0, 2000);
    const outcome = await runScript(tab, functionOf(script), { shown, ms, isIsolated, signal, reason });
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
