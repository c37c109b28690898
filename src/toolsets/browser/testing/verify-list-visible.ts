import { z } from 'zod';
import { verifyListVisible as verify } from '../../../engines/browser/actions/verify.ts';
import { ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';
import { verified } from './verified.ts';

export const verifyListVisible = pageTool({
  name: 'browser_verify_list_visible',
  title: 'Verify list',
  summary: 'Verify that a list has these items in this order.',
  effect: 'read',
  input: { ...element, items: z.array(z.string().min(1)).min(1) },
  faults: ['VERIFY_FAILED', ...ELEMENT_FAULTS],
  run: (call) => {
    const target = targetOf('browser_verify_list_visible', call.args);
    return verified(call, () => verify(call.tab, target, call.args.items));
  },
});
