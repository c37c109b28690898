import { z } from 'zod';
import { highlight as mark } from '../../../engines/browser/highlight.ts';
import { ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';
import { ours } from '../told.ts';

export const highlight = pageTool({
  name: 'browser_highlight',
  title: 'Highlight',
  summary: 'Mark an element for whoever looks at the browser.',
  effect: 'write',
  idempotent: true,
  input: { ...element, style: z.string().optional().describe('CSS of the mark.') },
  faults: ELEMENT_FAULTS,
  async run({ args, tab }) {
    const target = targetOf('browser_highlight', args);
    await mark(tab, target, args.style);
    return { results: [ours(`Highlighted ${target}`)], show: 'nothing' };
  },
});
