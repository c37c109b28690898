import { z } from 'zod';
import { evaluate as run } from '../../../engines/browser/actions/evaluate.ts';
import { answerBudget } from '../../../kernel/arguments.ts';
import { fault } from '../../../kernel/fault.ts';
import { codeOf, ELEMENT_FAULTS, optionalElement, pageTool, type Result, toFile } from '../define-tool.ts';

export const evaluate = pageTool({
  name: 'browser_evaluate',
  title: 'Evaluate',
  summary: 'Run a JavaScript function in the page and get its value.',
  effect: 'write',
  input: {
    function: z.string().min(1).describe('() => …, or (element) => … with target.'),
    ...optionalElement,
    ...answerBudget,
    ...toFile,
  },
  faults: ['EVALUATION_FAILED', 'EVALUATION_TIMEOUT', 'FILE_NOT_ALLOWED', 'FILE_EXISTS', ...ELEMENT_FAULTS],
  async run(call) {
    const { args, tab, signal } = call;
    const { target } = args;
    const on = target === undefined ? undefined : await codeOf(call, target);
    const outcome = await run(tab, args.function, { target, signal });
    const hasAnswer = outcome.modals.length === 0;
    const code: Result['code'] = hasAnswer
      ? [{ ...(on && { on }), call: 'evaluate', args: [functionIn(args.function)] }]
      : [];
    try {
      JSON.stringify(outcome.value);
    } catch (cause) {
      // A big integer, or an object that holds itself: it ran, but JSON has no words for what came of it.
      const why = cause instanceof Error ? cause.message : String(cause);
      return { failed: fault('EVALUATION_FAILED', { why }, cause), outcome, code };
    }
    return {
      ...(hasAnswer && { view: { kind: 'value', value: outcome.value, filename: args.filename } }),
      outcome,
      // What it changed besides is told by the next action, or at once when it went to another page.
      show: outcome.navigated ? 'changes' : undefined,
      code,
    };
  },
});

/** Those before the code. */
const COMMENTS = /^(\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/;

/** A test takes a function; what was given may be an expression. */
function functionIn(source: string): string {
  const body = source.replace(COMMENTS, '').replace(/^async\b\s*/, '');
  const head = body.startsWith('(') ? afterBracket(body) : body.replace(/^[\w$]+\s*/, '');
  const isFunction = /^function\b/.test(body) || /^\s*=>/.test(head);
  return isFunction ? source : `() => (${source})`;
}

/** What follows the bracket that it begins with. */
function afterBracket(text: string): string {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return text.slice(i + 1);
  }
  return '';
}
