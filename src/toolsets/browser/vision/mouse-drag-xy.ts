import { z } from 'zod';
import { dragBetween } from '../../../engines/browser/actions/mouse.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { coordinate } from './coordinate.ts';

export const mouseDragXy = pageTool({
  name: 'browser_mouse_drag_xy',
  title: 'Drag mouse',
  summary: 'Drag from one place of the viewport to another.',
  effect: 'write',
  input: {
    startX: coordinate,
    startY: coordinate,
    endX: coordinate,
    endY: coordinate,
    steps: z.int().min(1).max(1000).optional(),
    element: z.string().optional().meta(unlisted),
  },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab }) {
    const { startX, startY, endX, endY, steps } = args;
    const outcome = await dragBetween(tab, { x: startX, y: startY }, { x: endX, y: endY }, steps);
    const note = `Drag mouse from (${startX}, ${startY}) to (${endX}, ${endY})`;
    const code = [
      { part: 'mouse' as const, call: 'move', args: [startX, startY], note },
      { part: 'mouse' as const, call: 'down' },
      { part: 'mouse' as const, call: 'move', args: [endX, endY] },
      { part: 'mouse' as const, call: 'up' },
    ];
    return { done: `Dragged from ${startX}, ${startY} to ${endX}, ${endY}.`, outcome, show: 'changes', code };
  },
});
