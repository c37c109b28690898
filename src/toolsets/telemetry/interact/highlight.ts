import { z } from 'zod';
import { element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { drawMark } from './mark.ts';
import { find } from './on-element.ts';

export const highlight = defineAction({
  name: 'highlight',
  summary: 'Mark an element for five seconds, or for duration_ms.',
  input: z.object({ ...element, duration_ms: z.int().min(100).max(600_000).default(5000) }),
  async run(call) {
    const { tab, args, signal, action } = call;
    const { locator, frame } = await find(call);
    const step = { action, target: args.selector, isReading: true, signal };
    const outcome = await tab.perform(step, async () => {
      await locator.scrollIntoViewIfNeeded();
      const bounds = await locator.boundingBox();
      if (bounds) await drawMark(tab, bounds, args.duration_ms);
      return bounds;
    });
    return {
      selector: args.selector,
      ...(frame === undefined ? {} : { frame }),
      bounds: outcome.value ?? null,
    };
  },
});
