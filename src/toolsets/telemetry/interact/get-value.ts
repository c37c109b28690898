import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import { element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { fieldValue } from './field-scripts.ts';
import { readElement } from './on-element.ts';

export const getValue = defineAction({
  name: 'get_value',
  summary: 'The value of a field.',
  input: z.object({ ...element }),
  run: (call) =>
    readElement(call, async (locator) => {
      const found = await locator.evaluate(fieldValue);
      if (found === undefined)
        throw fault('ACTION_FAILED', { action: 'get_value', why: 'the element has no value' });
      return found;
    }),
});
