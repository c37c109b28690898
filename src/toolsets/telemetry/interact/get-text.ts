import { z } from 'zod';
import { element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { readElement } from './on-element.ts';

export const getText = defineAction({
  name: 'get_text',
  summary: 'The text of an element as a person sees it.',
  input: z.object({ ...element }),
  run: (call) => readElement(call, (locator) => locator.innerText()),
});
