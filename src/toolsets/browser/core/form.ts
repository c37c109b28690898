import { z } from 'zod';
import { fieldKind } from '../../../engines/browser/actions/element.ts';
import {
  selectOption as choose,
  FIELD_TYPES,
  type FormField,
  fillForm as fill,
} from '../../../engines/browser/actions/form.ts';
import type { CodeStep, Literal } from '../../../report/code/code-step.ts';
import { called, codeOf, ELEMENT_FAULTS, element, type PageCall, pageTool, target } from '../define-tool.ts';

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
      const target = one.target;
      const typed = deps.secrets.resolve(one.value);
      const type = one.type ?? (await fieldKind(tab, target, { signal }));
      const shown: Literal = typed.secret === undefined ? one.value : { secret: typed.secret };
      const isSecret = typed.secret !== undefined;
      wanted.push({ name: one.name ?? target, type, target, value: typed.value, isSecret });
      code.push(...(await codeFor(call, { target, type, value: one.value, shown })));
    }
    const outcome = await fill(tab, wanted, { signal });
    return {
      done: `Filled ${wanted.length} field(s).`,
      outcome,
      show: 'changes',
      code,
    };
  },
});

interface Filling {
  readonly target: string;
  readonly type: FormField['type'];
  readonly value: string;
  readonly shown: Literal;
}

async function codeFor(
  call: PageCall<unknown>,
  { target, type, value, shown }: Filling,
): Promise<readonly CodeStep[]> {
  const on = await codeOf(call, target);
  if (!on) return [];
  if (type === 'checkbox' || type === 'radio') return [{ on, call: value === 'true' ? 'check' : 'uncheck' }];
  return [{ on, call: type === 'combobox' ? 'selectOption' : 'fill', args: [shown] }];
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
    const { args, tab, signal } = call;
    const target = args.target;
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
