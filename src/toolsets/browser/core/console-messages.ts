import { z } from 'zod';
import { answerBudget } from '../../../kernel/arguments.ts';
import { CONSOLE_LEVELS } from '../../../report/browser-result.ts';
import { PAGE_FAULTS, pageTool, toFile } from '../define-tool.ts';

/** What others call them. */
const LEVELS: Readonly<Record<string, string>> = { warn: 'warning', log: 'info' };

const input = {
  level: z
    .preprocess((word) => LEVELS[String(word)] ?? word, z.enum(CONSOLE_LEVELS))
    .optional()
    .describe('This and graver; left out: info.'),
  limit: z.int().min(1).max(10_000).optional().describe('Only the last so many.'),
  all: z.boolean().optional().describe('Also of pages before this one.'),
  ...answerBudget,
  ...toFile,
};

export const consoleMessages = pageTool({
  name: 'browser_console_messages',
  title: 'Console',
  summary: 'Console of the page, newest last.',
  effect: 'read',
  input,
  faults: ['FILE_NOT_ALLOWED', 'FILE_EXISTS', ...PAGE_FAULTS],
  run: async ({ args: { level, limit, all = false, filename } }) => ({
    view: { kind: 'console', level, limit, all, filename },
    show: 'nothing',
  }),
});
