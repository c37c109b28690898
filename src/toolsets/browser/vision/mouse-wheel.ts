import { z } from 'zod';
import { wheel } from '../../../engines/browser/actions/mouse.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';

const delta = z.number().min(-100_000).max(100_000).default(0);

export const mouseWheel = pageTool({
  name: 'browser_mouse_wheel',
  title: 'Mouse wheel',
  summary: 'Scroll with the mouse wheel, in pixels.',
  effect: 'write',
  input: { deltaX: delta, deltaY: delta },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab }) {
    const { deltaX, deltaY } = args;
    const outcome = await wheel(tab, deltaX, deltaY);
    const code = [
      { part: 'mouse' as const, call: 'wheel', args: [deltaX, deltaY], note: 'Scroll mouse wheel' },
    ];
    return {
      done: `Scrolled by ${deltaX}, ${deltaY}.`,
      outcome,
      show: 'changes',
      compatibleShow: 'nothing',
      code,
    };
  },
});
