import { z } from 'zod';
import {
  drop as dropOn,
  hover as point,
  click as press,
  drag as pull,
  scrollIntoView as scroll,
  scrollBy,
} from '../../../engines/browser/actions/pointer.ts';
import { alias } from '../../../kernel/json-schema.ts';
import { options, withOptions } from '../../../report/code/code-step.ts';
import { parseChain } from '../../../report/code/locator-chain.ts';
import {
  badArguments,
  called,
  codeOf,
  codeOn,
  ELEMENT_FAULTS,
  element,
  optionalElement,
  pageTool,
  target,
} from '../define-tool.ts';
import { readable } from '../files.ts';

export const click = pageTool({
  name: 'browser_click',
  title: 'Click',
  summary: 'Click an element, with any button, once or twice.',
  effect: 'write',
  input: {
    ...element,
    button: z.enum(['left', 'right', 'middle']).optional(),
    doubleClick: z.boolean().optional(),
    modifiers: z
      .array(z.enum(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']))
      .optional()
      .describe('Held meanwhile.'),
  },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { tab, signal } = call;
    const { target, button, doubleClick: double, modifiers } = call.args;
    const settings = options({
      button: button === 'left' ? undefined : button,
      modifiers: keysOf(modifiers),
    });
    const step = { call: double ? 'dblclick' : 'click', args: withOptions([], settings), isLong: true };
    const code = await codeOn(call, target, step);
    const outcome = await press(tab, target, { button, double, modifiers, signal });
    return { done: double ? 'Double-clicked.' : 'Clicked.', outcome, show: 'changes', code };
  },
});

/** In code that runs on any system, and in one order. */
function keysOf(modifiers: readonly string[] | undefined): readonly string[] | undefined {
  if (!modifiers?.length) return undefined;
  const names = modifiers.map((name) => (/^(Control|Meta)$/.test(name) ? 'ControlOrMeta' : name));
  return ['Alt', 'ControlOrMeta', 'Shift'].filter((name) => names.includes(name));
}

export const hover = pageTool({
  name: 'browser_hover',
  title: 'Hover',
  summary: 'Hold the mouse over an element.',
  effect: 'write',
  input: element,
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { target } = call.args;
    const code = await codeOn(call, target, { call: 'hover' });
    const outcome = await point(call.tab, target, { signal: call.signal });
    return { done: 'Hovering.', outcome, show: 'changes', code };
  },
});

export const drag = pageTool({
  name: 'browser_drag',
  title: 'Drag',
  summary: 'Drag one element onto another or a place in it.',
  effect: 'write',
  input: {
    startTarget: target.meta(alias('startRef')),
    endTarget: target.meta(alias('endRef')),
    endX: z.number().min(0).optional(),
    endY: z.number().min(0).optional().describe('With endX: pixels from its corner.'),
    startElement: called,
    endElement: called,
  },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { tab, signal } = call;
    const { startTarget: start, endTarget: end, endX: x, endY: y } = call.args;
    if ((x === undefined) !== (y === undefined))
      throw badArguments('browser_drag', 'give both "endX" and "endY", or neither');
    const at = x === undefined || y === undefined ? undefined : { x, y };
    const [on, goal] = [await codeOf(call, start), await codeOf(call, end)];
    const settings = options({ targetPosition: at && { options: at } });
    const goals = goal ? withOptions([{ chain: parseChain(goal) }], settings) : [];
    const code = on && goal ? [{ on, call: 'dragTo', args: goals }] : [];
    const outcome = await pull(tab, start, end, { at, signal });
    return {
      done: `Dragged ${start} to ${end}${at ? ` at ${x}, ${y}` : ''}.`,
      outcome,
      show: 'changes',
      code,
    };
  },
});

export const scrollIntoView = pageTool({
  name: 'browser_scroll_into_view',
  title: 'Scroll',
  summary: 'Scroll to an element, or by pixels in it.',
  effect: 'write',
  input: {
    ...optionalElement,
    deltaX: z.number().optional(),
    deltaY: z.number().optional().describe('Pixels down; without target: of the page.'),
  },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { target, deltaX = 0, deltaY = 0 } = call.args;
    if (deltaX !== 0 || deltaY !== 0) {
      const { tab, signal } = call;
      const outcome = await scrollBy(tab, target, [deltaX, deltaY], { signal });
      const done = `Scrolled ${target ?? 'the page'} by ${deltaX}, ${deltaY}.`;
      const code = [{ part: 'mouse', call: 'wheel', args: [deltaX, deltaY] }] as const;
      return { done, outcome, show: 'changes', code };
    }
    if (target === undefined) throw badArguments('browser_scroll_into_view', 'give "target" or "deltaY"');
    const code = await codeOn(call, target, { call: 'scrollIntoViewIfNeeded' });
    const outcome = await scroll(call.tab, target, { signal: call.signal });
    return { done: `Scrolled to ${target}.`, outcome, show: 'changes', code };
  },
});

/** As generated code orders them. */
const byName = (data: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));

export const drop = pageTool({
  name: 'browser_drop',
  title: 'Drop',
  summary: 'Drop files, or data by MIME type, onto an element from outside the page.',
  effect: 'write',
  input: {
    ...element,
    paths: z.array(z.string().min(1)).optional().describe('Files.'),
    data: z.record(z.string(), z.string()).optional().describe('By MIME type: {"text/plain": "x"}.'),
  },
  faults: ['FILE_NOT_READABLE', ...ELEMENT_FAULTS],
  async run(call) {
    const { args, tab, signal } = call;
    const { target, data } = args;
    if (!args.paths?.length && !data) throw badArguments('browser_drop', 'give "paths" or "data"');
    const paths = args.paths && (await Promise.all(args.paths.map((path) => readable(call, path))));
    const files = paths?.length === 1 ? paths[0] : paths;
    const options = { ...(files?.length && { files }), ...(data && { data: { options: byName(data) } }) };
    const code = await codeOn(call, target, { call: 'drop', args: [{ options }], isLong: true });
    const outcome = await dropOn(tab, target, { paths, data, signal });
    return { done: 'Dropped.', outcome, show: 'changes', code };
  },
});
