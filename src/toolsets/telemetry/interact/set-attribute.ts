import { z } from 'zod';
import { attributeName, element, value } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { writeAttribute } from './field-scripts.ts';
import { actOnElement } from './on-element.ts';

export const setAttribute = defineAction({
  name: 'set_attribute',
  summary: 'Set an attribute; without a value it is set empty.',
  input: z.object({ ...element, ...attributeName, value: value.value.optional() }),
  run(call) {
    const { name, value: words = '' } = call.args;
    return actOnElement(
      call,
      async (locator) => {
        await locator.evaluate(writeAttribute, [name, words] as const);
        return locator.getAttribute(name);
      },
      { name },
    );
  },
});
