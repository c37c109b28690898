import { z } from 'zod';
import {
  clickAt,
  dragBetween,
  moveTo,
  mouseDown as pressButton,
  mouseUp as releaseButton,
  wheel,
} from '../../../engines/browser/actions/mouse.ts';
import { type CodeStep, type Literal, options, withOptions } from '../../../report/code/code-step.ts';
import { called, PAGE_FAULTS, pageTool } from '../define-tool.ts';

/** CSS pixels from the left or top edge of the viewport. */
const coordinate = z.number().min(0).max(100_000).describe('CSS pixels.');
const mouseButton = z.enum(['left', 'right', 'middle']).optional();
const steps = z.int().min(1).max(1000).optional().describe('Moves on the way.');
const element = called;
const faults = ['ACTION_FAILED', ...PAGE_FAULTS] as const;

/** One line of a test, on the mouse. */
const step = (call: string, args: readonly Literal[] = [], more: Partial<CodeStep> = {}): CodeStep => ({
  part: 'mouse',
  call,
  args,
  ...more,
});

export const mouseMoveXy = pageTool({
  name: 'browser_mouse_move_xy',
  title: 'Move mouse',
  summary: 'Move the mouse to a place of the viewport.',
  effect: 'write',
  input: { x: coordinate, y: coordinate, steps, element },
  faults,
  async run({ args, tab }) {
    const { x, y } = args;
    const outcome = await moveTo(tab, { x, y }, args.steps);
    const code = [step('move', [x, y], { note: `Move mouse to (${x}, ${y})` })];
    return { done: `The mouse is at ${x}, ${y}.`, outcome, show: 'changes', code };
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
    delay: z.number().min(0).max(60_000).optional().describe('Milliseconds held.'),
    element,
  },
  faults,
  async run({ args, tab, signal }) {
    const { x, y, button, clickCount, delay } = args;
    const outcome = await clickAt(tab, { x, y }, { button, clickCount, delay, signal });
    const settings = withOptions([x, y], options({ button, clickCount, delay }));
    const note = `Click mouse at coordinates (${x}, ${y})`;
    const code = [step('click', settings, { note, isLong: true })];
    return { done: `Clicked at ${x}, ${y}.`, outcome, show: 'changes', code };
  },
});

export const mouseDragXy = pageTool({
  name: 'browser_mouse_drag_xy',
  title: 'Drag mouse',
  summary: 'Drag from one place of the viewport to another.',
  effect: 'write',
  input: { startX: coordinate, startY: coordinate, endX: coordinate, endY: coordinate, steps, element },
  faults,
  async run({ args, tab }) {
    const { startX, startY, endX, endY } = args;
    const outcome = await dragBetween(tab, { x: startX, y: startY }, { x: endX, y: endY }, args.steps);
    const note = `Drag mouse from (${startX}, ${startY}) to (${endX}, ${endY})`;
    const code = [
      step('move', [startX, startY], { note }),
      step('down'),
      step('move', [endX, endY]),
      step('up'),
    ];
    return { done: `Dragged from ${startX}, ${startY} to ${endX}, ${endY}.`, outcome, show: 'changes', code };
  },
});

/** Holding a button and letting it go differ in nothing but that. */
const buttonTool = (way: 'down' | 'up', act: typeof pressButton, summary: string) =>
  pageTool({
    name: `browser_mouse_${way}`,
    title: `Mouse ${way}`,
    summary,
    effect: 'write',
    input: { button: mouseButton },
    faults,
    async run({ args: { button }, tab }) {
      const outcome = await act(tab, button);
      const note = `Press mouse ${way}`;
      const code = [step(way, withOptions([], options({ button })), { note, isLong: true })];
      const done = `${way === 'down' ? 'Pressed' : 'Released'} the mouse button.`;
      return { done, outcome, show: 'changes', code };
    },
  });

export const mouseDown = buttonTool('down', pressButton, 'Press a mouse button and hold it.');
export const mouseUp = buttonTool('up', releaseButton, 'Release a mouse button.');

const delta = z
  .number()
  .min(-100_000)
  .max(100_000)
  .default(0)
  .describe('CSS pixels; down and right are positive.');

export const mouseWheel = pageTool({
  name: 'browser_mouse_wheel',
  title: 'Mouse wheel',
  summary: 'Scroll with the mouse wheel, in pixels.',
  effect: 'write',
  input: { deltaX: delta, deltaY: delta },
  faults,
  async run({ args: { deltaX, deltaY }, tab }) {
    const outcome = await wheel(tab, deltaX, deltaY);
    const code = [step('wheel', [deltaX, deltaY], { note: 'Scroll mouse wheel' })];
    return { done: `Scrolled by ${deltaX}, ${deltaY}.`, outcome, show: 'changes', code };
  },
});
