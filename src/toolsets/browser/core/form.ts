import { z } from 'zod';
import { fieldKind } from '../../../engines/browser/actions/element.ts';
import {
  selectOption as choose,
  FIELD_TYPES,
  type FormField,
  fillForm as fill,
} from '../../../engines/browser/actions/form.ts';
import type { CodeStep, Literal } from '../../../report/code/code-step.ts';
import { called, codeOn, ELEMENT_FAULTS, element, pageTool, target } from '../define-tool.ts';

const field = z.object({
  target,
  value: z
    .string()
    .describe('Of a checkbox: true or false; of a combobox: the label; of a slider: the number.'),
  type: z.enum(FIELD_TYPES).optional(),
  name: z.string().optional(),
  element: called,
});

export const fillForm = pageTool({
  name: 'browser_fill_form',
  title: 'Fill form',
  summary: 'Fill several fields.',
  effect: 'write',
  input: { fields: z.array(field).min(1).describe('In this order.') },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { args, deps, tab, signal } = call;
    const code: CodeStep[] = [];
    const wanted: FormField[] = [];
    for (const one of args.fields) {
      const { target } = one;
      const { value, secret } = deps.secrets.resolve(one.value);
      const type = one.type ?? (await fieldKind(tab, target, { signal }));
      wanted.push({ name: one.name ?? target, type, target, value, isSecret: secret !== undefined });
      const shown = secret === undefined ? one.value : { secret };
      code.push(...(await codeOn(call, target, filling(type, one.value, shown))));
    }
    const outcome = await fill(tab, wanted, { signal });
    return { done: `Filled ${wanted.length} field(s).`, outcome, show: 'changes', code };
  },
});

function filling(type: FormField['type'], value: string, shown: Literal): CodeStep {
  if (type === 'checkbox' || type === 'radio') return { call: value === 'true' ? 'check' : 'uncheck' };
  return { call: type === 'combobox' ? 'selectOption' : 'fill', args: [shown] };
}

export const selectOption = pageTool({
  name: 'browser_select_option',
  title: 'Select',
  summary: 'Choose options of a select element.',
  effect: 'write',
  idempotent: true,
  input: { ...element, values: z.array(z.string()).describe('Values or labels.') },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { target, values } = call.args;
    const chosen = values.length === 1 ? values[0]! : values;
    const code = await codeOn(call, target, { call: 'selectOption', args: [chosen] });
    const outcome = await choose(call.tab, target, values, { signal: call.signal });
    return { done: `Selected ${JSON.stringify(values)}.`, outcome, show: 'changes', code };
  },
});
