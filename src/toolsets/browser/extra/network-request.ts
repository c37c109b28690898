import { z } from 'zod';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { requestDetail } from '../request-detail.ts';
import { REQUEST_PARTS } from '../request-text.ts';

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
  run: (call) => requestDetail(call, call.args),
});
