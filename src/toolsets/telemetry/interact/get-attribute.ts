import { z } from 'zod';
import { attributeName, element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { readElement } from './on-element.ts';

export const getAttribute = defineAction({
  name: 'get_attribute',
  summary: 'An attribute of an element; null when it is not set.',
  input: z.object({ ...element, ...attributeName }),
  run: (call) => readElement(call, (locator) => locator.getAttribute(call.args.name)),
});
