import { z } from 'zod';
import { seldom, unlisted } from '../../../kernel/json-schema.ts';
import { REQUEST_PARTS } from '../../../report/browser-result.ts';
import { PAGE_FAULTS, pageTool, readPattern } from '../define-tool.ts';

const input = {
  index: z.int().min(1).optional(),
  part: z.enum(REQUEST_PARTS).optional().meta(unlisted),
  static: z.boolean().optional().meta(seldom),
  filter: z.string().optional().meta(seldom),
  includeStatic: z.boolean().optional().meta(unlisted),
  filename: z.string().min(1).optional().meta(seldom),
};

export const networkRequests = pageTool({
  name: 'browser_network_requests',
  title: 'Network',
  summary: 'Requests, or one by index.',
  effect: 'read',
  input,
  hasData: true,
  faults: ['NO_SUCH_REQUEST', 'BODY_GONE', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  async run({ args }) {
    const { index, part, filename } = args;
    if (index !== undefined) return { view: { kind: 'request', index, part, filename }, show: 'nothing' };
    const filter = readPattern('browser_network_requests', 'filter', args.filter ?? '');
    const isStaticToo = args.static ?? args.includeStatic ?? false;
    return { view: { kind: 'requests', filter, isStaticToo, filename }, show: 'nothing' };
  },
});

export const networkRequest = pageTool({
  name: 'browser_network_request',
  title: 'Request',
  summary: 'Headers and bodies of one request, by its number in browser_network_requests.',
  effect: 'read',
  input: {
    index: z.int().min(1),
    part: z.enum(REQUEST_PARTS).optional(),
    filename: z.string().min(1).optional(),
  },
  hasData: true,
  faults: ['NO_SUCH_REQUEST', 'BODY_GONE', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  run: async ({ args: { index, part, filename } }) => ({
    view: { kind: 'request', index, part, filename },
    show: 'nothing',
  }),
});
