import { z } from 'zod';
import { moveTo } from '../../../engines/browser/actions/mouse.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { coordinate } from './coordinate.ts';

export const mouseMoveXy = pageTool({
  name: 'browser_mouse_move_xy',
  title: 'Move mouse',
  summary: 'Move the mouse to a place of the viewport.',
  effect: 'write',
  input: {
    x: coordinate,
    y: coordinate,
    steps: z.int().min(1).max(1000).optional(),
    element: z.string().optional().meta(unlisted),
  },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab }) {
    const { x, y, steps } = args;
    const outcome = await moveTo(tab, { x, y }, steps);
    const code = [{ part: 'mouse' as const, call: 'move', args: [x, y], note: `Move mouse to (${x}, ${y})` }];
    return { done: `The mouse is at ${x}, ${y}.`, outcome, show: 'changes', compatibleShow: 'nothing', code };
  },
});
