import { z } from 'zod';
import { answerBudget } from '../../../kernel/arguments.ts';
import { alias } from '../../../kernel/json-schema.ts';
import { REQUEST_PARTS } from '../../../report/browser-result.ts';
import { PAGE_FAULTS, pageTool, readPattern, toFile } from '../define-tool.ts';

const input = {
  filter: z.string().optional().describe('Regular expression of URLs.'),
  failed: z.boolean().optional().describe('Only 4xx, 5xx, no answer.'),
  sort: z.enum(['time', 'duration']).default('time').describe('duration: slowest first.'),
  static: z
    .boolean()
    .optional()
    .meta(alias('includeStatic'))
    .describe('Also pictures, fonts, scripts, styles.'),
  index: z.int().min(1).optional().describe('One in full: its number, from 1.'),
  part: z.enum(REQUEST_PARTS).optional().describe('With index: only this.'),
  ...answerBudget,
  ...toFile,
};

export const networkRequests = pageTool({
  name: 'browser_network_requests',
  title: 'Network',
  summary: 'Requests of the page with status and duration, or one with headers and bodies.',
  effect: 'read',
  input,
  faults: ['NO_SUCH_REQUEST', 'BODY_GONE', 'FILE_NOT_ALLOWED', 'FILE_EXISTS', ...PAGE_FAULTS],
  async run({ args }) {
    const { index, part, filename } = args;
    if (index !== undefined) return { view: { kind: 'request', index, part, filename }, show: 'nothing' };
    const filter = await readPattern('browser_network_requests', 'filter', args.filter ?? '');
    const { static: isStaticToo = false, failed: isFailedOnly = false, sort } = args;
    return { view: { kind: 'requests', filter, isStaticToo, isFailedOnly, sort, filename }, show: 'nothing' };
  },
});

export const networkRequest = pageTool({
  name: 'browser_network_request',
  title: 'Request',
  summary: 'Headers and bodies of one request, by its number in browser_network_requests.',
  effect: 'read',
  input: {
    index: z.int().min(1).describe('Number in the list, from 1.'),
    part: z.enum(REQUEST_PARTS).optional(),
    ...answerBudget,
    ...toFile,
  },
  faults: ['NO_SUCH_REQUEST', 'BODY_GONE', 'FILE_NOT_ALLOWED', 'FILE_EXISTS', ...PAGE_FAULTS],
  run: async ({ args: { index, part, filename } }) => ({
    view: { kind: 'request', index, part, filename },
    show: 'nothing',
  }),
});
