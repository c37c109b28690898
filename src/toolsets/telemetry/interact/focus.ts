import { z } from 'zod';
import { element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { actOnElement } from './on-element.ts';

export const focus = defineAction({
  name: 'focus',
  summary: 'Put the focus on an element.',
  input: z.object({ ...element }),
  run: (call) => actOnElement(call, (locator) => locator.focus()),
});
