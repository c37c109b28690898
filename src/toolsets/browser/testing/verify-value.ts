import { z } from 'zod';
import { FIELD_TYPES } from '../../../engines/browser/actions/form.ts';
import { verifyValue as verify } from '../../../engines/browser/actions/verify.ts';
import { ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';
import { verified } from './verified.ts';

export const verifyValue = pageTool({
  name: 'browser_verify_value',
  title: 'Verify value',
  summary: 'Verify the value of a field; true or false for boxes.',
  effect: 'read',
  input: { ...element, type: z.enum(FIELD_TYPES), value: z.string() },
  faults: ['VERIFY_FAILED', ...ELEMENT_FAULTS],
  run: (call) => {
    const target = targetOf('browser_verify_value', call.args);
    const { value } = call.deps.secrets.resolve(call.args.value);
    return verified(call, () => verify(call.tab, call.args.type, target, value));
  },
});
