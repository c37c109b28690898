import { z } from 'zod';
import { answerBudget } from '../../../kernel/arguments.ts';
import type { Pattern } from '../../../kernel/pattern.ts';
import { badArguments, PAGE_FAULTS, pageTool, readPattern, toFile } from '../define-tool.ts';

const input = {
  text: z.string().min(1).optional(),
  regex: z.string().min(1).optional().describe('pattern or /pattern/i.'),
  role: z.string().min(1).optional().describe('button, link, heading, …'),
  name: z.string().min(1).optional().describe('Accessible name.'),
  exact: z.boolean().optional().describe('Whole text or name, same case.'),
  limit: z.int().min(1).max(200).optional().describe('Left out: 10.'),
  ...answerBudget,
  ...toFile,
};

export const find = pageTool({
  name: 'browser_find',
  title: 'Find',
  summary: 'Find elements and their refs by text, pattern, role or name.',
  effect: 'read',
  input,
  faults: ['SNAPSHOT_TIMEOUT', 'FILE_NOT_ALLOWED', 'FILE_EXISTS', ...PAGE_FAULTS],
  async run({ args }) {
    const { text, regex: source, role, name, exact, limit, filename } = args;
    if ([text, source, role, name].every((one) => one === undefined))
      throw badArguments('browser_find', 'give "text", "regex", "role" or "name"');
    const regex = source === undefined ? undefined : await patternOf(source);
    return { view: { kind: 'matches', text, regex, role, name, exact, limit, filename }, show: 'nothing' };
  },
});

/** `error` or `/error/i`. */
function patternOf(source: string): Promise<Pattern> {
  const literal = /^\/(.*)\/([a-z]*)$/.exec(source);
  const [, pattern = source, flags = ''] = literal ?? [];
  return readPattern('browser_find', 'regex', pattern, flags.replaceAll(/[gy]/g, ''));
}
