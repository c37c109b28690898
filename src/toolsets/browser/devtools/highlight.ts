import { z } from 'zod';
import { highlight as mark } from '../../../engines/browser/actions/highlight.ts';
import { ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';
import { ours } from '../told.ts';
import { markedName } from './marked-name.ts';

export const highlight = pageTool({
  name: 'browser_highlight',
  title: 'Highlight',
  summary: 'Mark an element for whoever looks at the browser.',
  effect: 'write',
  idempotent: true,
  input: { ...element, style: z.string().optional().describe('CSS of the mark.') },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { args, tab } = call;
    const target = targetOf('browser_highlight', args);
    await mark(tab, target, args.style);
    return {
      results: [ours(`Highlighted ${await markedName(call, target, args.element)}`)],
      show: 'nothing',
    };
  },
});
