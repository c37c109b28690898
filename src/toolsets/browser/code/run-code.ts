import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import { pageText } from '../../../report/browser-result.ts';
import { badArguments, PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { readable } from '../files.ts';

const input = {
  code: z.string().min(1).optional(),
  filename: z.string().min(1).optional().describe('File with the code.'),
};

const codeTool = (name: string) =>
  pageTool({
    name,
    title: 'Run code',
    summary: 'Run async (page) => … with the Playwright page, in the server itself: it can do anything.',
    effect: 'destroy',
    input,
    faults: ['EVALUATION_FAILED', 'FILE_NOT_READABLE', ...PAGE_FAULTS],
    async run(call) {
      const { args, tab, signal } = call;
      const source =
        args.filename === undefined ? args.code : await readFile(await readable(call, args.filename), 'utf8');
      if (source === undefined) throw badArguments(name, 'give "code" or "filename"');
      const outcome = await tab.perform({ action: 'run code', signal }, () => runPageCode(tab.page, source));
      const value = outcome.value === undefined ? [] : [pageText(JSON.stringify(outcome.value) ?? '')];
      const code = [{ line: `await (${source})(page);` }];
      return { results: value, outcome, show: 'changes', code };
    },
  });

export const runCode = codeTool('browser_run_code');
/** The same under the name that clients of other servers know. */
export const runCodeUnsafe = codeTool('browser_run_code_unsafe');

/** What code may expect besides the language itself. */
const GLOBALS = [
  'setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask',
  'structuredClone URL URLSearchParams TextEncoder TextDecoder AbortController AbortSignal fetch',
  'Headers Request Response FormData Blob Buffer crypto atob btoa',
].flatMap((names) => names.split(' '));

/**
 * Runs a function of the page. The context of its own keeps its variables apart from ours; it is no wall, and
 * whoever turns this on lets the agent do whatever the server's user may.
 */
export async function runPageCode(page: unknown, source: string): Promise<unknown> {
  const globals = GLOBALS.map((name) => [name, Reflect.get(globalThis, name)] as const);
  const context = createContext({ page, ...Object.fromEntries(globals) });
  try {
    const made: unknown = runInContext(`(${source.trim().replace(/;$/, '')}\n)`, context);
    if (typeof made !== 'function') throw new TypeError('it is no function such as async (page) => …');
    const value: unknown = await Reflect.apply(made, undefined, [page]);
    return value === undefined ? undefined : JSON.parse(JSON.stringify(value) ?? 'null');
  } catch (cause) {
    // An error of the other context is no instance of our Error.
    const message = cause !== null && typeof cause === 'object' && 'message' in cause ? cause.message : cause;
    throw fault('EVALUATION_FAILED', { why: String(message).split('\n', 1)[0]!.replace(/\.$/, '') }, cause);
  }
}
