import { z } from 'zod';
import { inspectElements } from '../../../engines/browser/inspect/inspect-elements.ts';
import { defineLook } from './define-look.ts';
import { everyLook, part } from './look-arguments.ts';

export const dom = defineLook({
  summary: 'Role, name, box, why unseen, CSS rules.',
  input: z.object({
    ...part,
    frame: z
      .union([z.string().min(1), z.number()])
      .optional()
      .describe('Name, selector, index, or all.'),
    include_styles: z.boolean().optional().describe('Left out: of a single element.'),
    properties: z.array(z.string().min(1)).max(100).optional().describe('Computed CSS.'),
    max_depth: z.int().min(1).max(5).optional().describe('Of children.'),
    ...everyLook,
  }),
  async run({ tab, args, signal, action }) {
    const { selector, frame, include_styles: withStyles, properties, max_depth: depth = 0 } = args;
    const outcome = await tab.perform({ action, isReading: true, signal, target: selector }, () =>
      inspectElements(tab, selector, { frame, withStyles, properties, depth }),
    );
    if (!outcome.value) tab.modals.assertFree();
    const { matches = [], count = 0, isBlind } = outcome.value ?? {};
    return {
      summary: `${count} ${count === 1 ? 'element' : 'elements'}`,
      url: tab.url,
      title: await tab.title(),
      match_count: count,
      returned_count: matches.length,
      matches,
      not_told: isBlind
        ? 'This browser tells neither roles and names, nor closed shadow roots, nor CSS rules.'
        : undefined,
    };
  },
});
