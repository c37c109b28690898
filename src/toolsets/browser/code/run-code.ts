import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { pageText } from '../../../report/browser-result.ts';
import { badArguments, PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { readable } from '../files.ts';
import { runPageCode } from './page-code.ts';

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
