import { z } from 'zod';
import { analyze, element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { actOnElement } from './on-element.ts';

export const check = defineAction({
  name: 'check',
  summary: 'Check a box or radio button, or uncheck it with checked:false.',
  input: z.object({ ...element, checked: z.boolean().default(true), ...analyze }),
  run: (call) =>
    actOnElement(call, async (locator) => {
      await locator.setChecked(call.args.checked);
      return locator.isChecked();
    }),
});
