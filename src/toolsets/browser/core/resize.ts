import { z } from 'zod';
import { resize as setSize } from '../../../engines/browser/actions/navigate.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';

const pixels = z.int().min(1).max(16_384);

export const resize = pageTool({
  name: 'browser_resize',
  title: 'Resize',
  summary: 'Resize the viewport.',
  effect: 'write',
  idempotent: true,
  input: { width: pixels, height: pixels },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab }) {
    const { width, height } = args;
    const outcome = await setSize(tab, width, height);
    const code = [{ call: 'setViewportSize', args: [{ options: { width, height } }] }];
    return {
      done: `The viewport is ${width}x${height}.`,
      outcome,
      show: 'changes',
      compatibleShow: 'nothing',
      code,
    };
  },
});
