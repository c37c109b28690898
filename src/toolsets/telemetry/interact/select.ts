import { z } from 'zod';
import { analyze, element, value } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { actOnElement } from './on-element.ts';

export const select = defineAction({
  name: 'select',
  summary: 'Choose an option by its value or label.',
  input: z.object({ ...element, ...value, ...analyze }),
  run: (call) =>
    actOnElement(call, async (locator) => (await locator.selectOption(call.args.value))[0] ?? null),
});
