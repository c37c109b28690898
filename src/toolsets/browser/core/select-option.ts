import { z } from 'zod';
import { selectOption as choose } from '../../../engines/browser/actions/form.ts';
import { codeOf, ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';

export const selectOption = pageTool({
  name: 'browser_select_option',
  title: 'Select',
  summary: 'Choose options.',
  effect: 'write',
  idempotent: true,
  input: { ...element, values: z.array(z.string()) },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { args, tab, signal } = call;
    const target = targetOf('browser_select_option', args);
    const on = await codeOf(call, target);
    const { values } = args;
    const outcome = await choose(tab, target, values, { signal });
    return {
      done: `Selected ${JSON.stringify(values)} in ${target}.`,
      outcome,
      show: 'changes',
      code: on ? [{ on, call: 'selectOption', args: [values.length === 1 ? values[0]! : values] }] : [],
    };
  },
});
