import { z } from 'zod';
import { analyze, element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { actOnElement } from './on-element.ts';

export const click = defineAction({
  name: 'click',
  summary: 'Click an element.',
  input: z.object({ ...element, ...analyze }),
  run: (call) => actOnElement(call, (locator) => locator.click({ noWaitAfter: !call.tab.waitsItself })),
});
