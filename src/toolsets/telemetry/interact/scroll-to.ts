import { z } from 'zod';
import { element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { toMiddle } from './field-scripts.ts';
import { actOnElement } from './on-element.ts';

export const scrollTo = defineAction({
  name: 'scroll_to',
  summary: 'Scroll an element into the middle of the view.',
  input: z.object({ ...element }),
  run: (call) =>
    actOnElement(call, async (locator) => {
      await locator.evaluate(toMiddle);
      return locator.boundingBox();
    }),
});
