import { z } from 'zod';
import { text } from './action-arguments.ts';
import { defineAction } from './define-action.ts';

export const subtitle = defineAction({
  name: 'subtitle',
  summary: 'Show a caption at the lower edge until it is replaced; "" takes it away.',
  input: z.object({ ...text }),
  async run({ tab, args, deps }) {
    await deps.captions.show(tab, args.text);
    return { subtitle: args.text };
  },
});
