import { z } from 'zod';
import { verifyTextVisible as verify } from '../../../engines/browser/actions/verify.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { verified } from './verified.ts';

export const verifyTextVisible = pageTool({
  name: 'browser_verify_text_visible',
  title: 'Verify text',
  summary: 'Verify that a text can be seen.',
  effect: 'read',
  input: { text: z.string().min(1) },
  faults: ['VERIFY_FAILED', ...PAGE_FAULTS],
  run: (call) => verified(call, () => verify(call.tab, call.args.text)),
});
