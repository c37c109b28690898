import { z } from 'zod';
import { seldom } from '../../../kernel/json-schema.ts';
import { CONSOLE_LEVELS } from '../../../report/browser-result.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';

const input = {
  level: z.enum(CONSOLE_LEVELS).optional().meta(seldom),
  all: z.boolean().optional().meta(seldom),
  filename: z.string().min(1).optional().meta(seldom),
};

export const consoleMessages = pageTool({
  name: 'browser_console_messages',
  title: 'Console',
  summary: 'Console messages.',
  effect: 'read',
  input,
  hasData: true,
  faults: ['FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  run: async ({ args: { level, all = false, filename } }) => ({
    view: { kind: 'console', level, all, filename },
    show: 'nothing',
  }),
});
