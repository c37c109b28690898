import { z } from 'zod';
import { clickAt } from '../../../engines/browser/actions/mouse.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import { options } from '../codegen/code-step.ts';
import { withOptions } from '../codegen/print-code.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { coordinate, mouseButton } from './coordinate.ts';

export const mouseClickXy = pageTool({
  name: 'browser_mouse_click_xy',
  title: 'Click at',
  summary: 'Click at a place of the viewport.',
  effect: 'write',
  input: {
    x: coordinate,
    y: coordinate,
    button: mouseButton,
    clickCount: z.int().min(1).max(3).optional(),
    delay: z.number().min(0).max(60_000).optional(),
    element: z.string().optional().meta(unlisted),
  },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab, signal }) {
    const { x, y, button, clickCount, delay } = args;
    const outcome = await clickAt(tab, { x, y }, { button, clickCount, delay, signal });
    const settings = options({ button, clickCount, delay });
    const note = `Click mouse at coordinates (${x}, ${y})`;
    const part = 'mouse' as const;
    const code = [{ part, call: 'click', args: withOptions([x, y], settings), note, isLong: true }];
    return { done: `Clicked at ${x}, ${y}.`, outcome, show: 'changes', code };
  },
});
