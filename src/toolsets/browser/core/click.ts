import { z } from 'zod';
import { click as press } from '../../../engines/browser/actions/pointer.ts';
import { seldom } from '../../../kernel/json-schema.ts';
import { options } from '../codegen/code-step.ts';
import { withOptions } from '../codegen/print-code.ts';
import { codeOf, ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';

export const click = pageTool({
  name: 'browser_click',
  title: 'Click',
  summary: 'Click an element.',
  effect: 'write',
  input: {
    ...element,
    doubleClick: z.boolean().optional().meta(seldom),
    button: z.enum(['left', 'right', 'middle']).optional().meta(seldom),
    modifiers: z
      .array(z.enum(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']))
      .optional()
      .meta(seldom),
  },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { args, tab, signal } = call;
    const target = targetOf('browser_click', args);
    const { button, doubleClick: double, modifiers } = args;
    const on = await codeOf(call, target);
    const outcome = await press(tab, target, { button, double, modifiers, signal });
    const settings = options({
      button: button === 'left' ? undefined : button,
      modifiers: keysOf(modifiers),
    });
    return {
      done: `${double ? 'Double-clicked' : 'Clicked'} ${target}.`,
      outcome,
      show: 'changes',
      code: on
        ? [{ on, call: double ? 'dblclick' : 'click', args: withOptions([], settings), isLong: true }]
        : [],
    };
  },
});

/** In code that runs on any system, and in one order. */
function keysOf(modifiers: readonly string[] | undefined): readonly string[] | undefined {
  if (!modifiers?.length) return undefined;
  const names = modifiers.map((name) => (/^(Control|Meta)$/.test(name) ? 'ControlOrMeta' : name));
  return ['Alt', 'ControlOrMeta', 'Shift'].filter((name) => names.includes(name));
}
