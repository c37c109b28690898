import { z } from 'zod';
import { verifyElementVisible as verify } from '../../../engines/browser/actions/verify.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { verified } from './verified.ts';

export const verifyElementVisible = pageTool({
  name: 'browser_verify_element_visible',
  title: 'Verify element',
  summary: 'Verify that an element of that role and name can be seen.',
  effect: 'read',
  input: { role: z.string().min(1), accessibleName: z.string() },
  faults: ['VERIFY_FAILED', ...PAGE_FAULTS],
  run: (call) => verified(call, () => verify(call.tab, call.args.role, call.args.accessibleName)),
});
