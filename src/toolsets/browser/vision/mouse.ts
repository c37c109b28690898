import { z } from 'zod';
import {
  clickAt,
  dragBetween,
  moveTo,
  mouseDown as pressButton,
  mouseUp as releaseButton,
  wheel,
} from '../../../engines/browser/actions/mouse.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import { options } from '../codegen/code-step.ts';
import { withOptions } from '../codegen/print-code.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';

/** CSS pixels from the left or top edge of the viewport. */
const coordinate = z.number().min(0).max(100_000);
const mouseButton = z.enum(['left', 'right', 'middle']).optional();

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

export const mouseDown = pageTool({
  name: 'browser_mouse_down',
  title: 'Mouse down',
  summary: 'Press a mouse button and hold it.',
  effect: 'write',
  input: { button: mouseButton },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab }) {
    const outcome = await pressButton(tab, args.button);
    const settings = options({ button: args.button });
    const code = [
      {
        part: 'mouse' as const,
        call: 'down',
        args: withOptions([], settings),
        note: 'Press mouse down',
        isLong: true,
      },
    ];
    return { done: 'Pressed the mouse button.', outcome, show: 'changes', compatibleShow: 'nothing', code };
  },
});

export const mouseUp = pageTool({
  name: 'browser_mouse_up',
  title: 'Mouse up',
  summary: 'Release a mouse button.',
  effect: 'write',
  input: { button: mouseButton },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab }) {
    const outcome = await releaseButton(tab, args.button);
    const settings = options({ button: args.button });
    const code = [
      {
        part: 'mouse' as const,
        call: 'up',
        args: withOptions([], settings),
        note: 'Press mouse up',
        isLong: true,
      },
    ];
    return { done: 'Released the mouse button.', outcome, show: 'changes', compatibleShow: 'nothing', code };
  },
});

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
