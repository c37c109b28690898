import { z } from 'zod';
import { drag as pull } from '../../../engines/browser/actions/pointer.ts';
import { needed, seldom, unlisted } from '../../../kernel/json-schema.ts';
import { parseChain } from '../codegen/locator-chain.ts';
import { badArguments, codeOf, ELEMENT_FAULTS, pageTool } from '../define-tool.ts';

const word = z.string().min(1).optional();

export const drag = pageTool({
  name: 'browser_drag',
  title: 'Drag',
  summary: 'Drag and drop.',
  effect: 'write',
  input: {
    startElement: z.string().optional().meta(seldom),
    startTarget: word.meta(needed),
    endElement: z.string().optional().meta(seldom),
    endTarget: word.meta(needed),
    startRef: word.meta(unlisted),
    endRef: word.meta(unlisted),
  },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { args, tab, signal } = call;
    const start = args.startTarget ?? args.startRef;
    const end = args.endTarget ?? args.endRef;
    if (start === undefined || end === undefined)
      throw badArguments(
        'browser_drag',
        `"${start === undefined ? 'start' : 'end'}Target" is missing (string)`,
      );
    const [on, goal] = [await codeOf(call, start), await codeOf(call, end)];
    const outcome = await pull(tab, start, end, { signal });
    return {
      done: `Dragged ${start} to ${end}.`,
      outcome,
      show: 'changes',
      code: on && goal ? [{ on, call: 'dragTo', args: [{ chain: parseChain(goal) }] }] : [],
    };
  },
});
