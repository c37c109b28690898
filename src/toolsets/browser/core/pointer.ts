import { z } from 'zod';
import {
  drop as dropOn,
  hover as point,
  click as press,
  drag as pull,
  scrollIntoView as scroll,
} from '../../../engines/browser/actions/pointer.ts';
import { needed, seldom, unlisted } from '../../../kernel/json-schema.ts';
import { options, withOptions } from '../../../report/code/code-step.ts';
import { parseChain } from '../../../report/code/locator-chain.ts';
import { badArguments, codeOf, ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';
import { readable } from '../files.ts';

export const click = pageTool({
  name: 'browser_click',
  title: 'Click',
  summary: 'Click an element.',
  effect: 'write',
  input: {
    ...element,
    doubleClick: z.boolean().optional().meta(seldom),
    button: z.enum(['left', 'right', 'middle']).optional().meta(seldom),
    modifiers: z
      .array(z.enum(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']))
      .optional()
      .meta(seldom),
  },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { args, tab, signal } = call;
    const target = targetOf('browser_click', args);
    const { button, doubleClick: double, modifiers } = args;
    const on = await codeOf(call, target);
    const outcome = await press(tab, target, { button, double, modifiers, signal });
    const settings = options({
      button: button === 'left' ? undefined : button,
      modifiers: keysOf(modifiers),
    });
    return {
      done: `${double ? 'Double-clicked' : 'Clicked'} ${target}.`,
      outcome,
      show: 'changes',
      code: on
        ? [{ on, call: double ? 'dblclick' : 'click', args: withOptions([], settings), isLong: true }]
        : [],
    };
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
  summary: 'Hover an element.',
  effect: 'write',
  input: element,
  faults: ELEMENT_FAULTS,
  async run(call) {
    const target = targetOf('browser_hover', call.args);
    const on = await codeOf(call, target);
    const outcome = await point(call.tab, target, { signal: call.signal });
    return {
      done: `Hovering over ${target}.`,
      outcome,
      show: 'changes',
      code: on ? [{ on, call: 'hover' }] : [],
    };
  },
});

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

export const scrollIntoView = pageTool({
  name: 'browser_scroll_into_view',
  title: 'Scroll to',
  summary: 'Scroll to an element.',
  effect: 'write',
  idempotent: true,
  input: element,
  faults: ELEMENT_FAULTS,
  async run(call) {
    const target = targetOf('browser_scroll_into_view', call.args);
    const on = await codeOf(call, target);
    const outcome = await scroll(call.tab, target, { signal: call.signal });
    const code = on ? [{ on, call: 'scrollIntoViewIfNeeded' }] : [];
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
    paths: z.array(z.string().min(1)).optional(),
    data: z.record(z.string(), z.string()).optional(),
  },
  faults: ['FILE_NOT_READABLE', ...ELEMENT_FAULTS],
  async run(call) {
    const { args, tab, signal } = call;
    const target = targetOf('browser_drop', args);
    if (!args.paths?.length && !args.data) throw badArguments('browser_drop', 'give "paths" or "data"');
    const { data } = args;
    const paths = args.paths && (await Promise.all(args.paths.map((path) => readable(call, path))));
    const on = await codeOf(call, target);
    const outcome = await dropOn(tab, target, { paths, data, signal });
    const files = paths?.length === 1 ? paths[0] : paths;
    const options = { ...(files?.length && { files }), ...(data && { data: { options: byName(data) } }) };
    return {
      done: `Dropped onto ${target}.`,
      outcome,
      show: 'changes',
      code: on ? [{ on, call: 'drop', args: [{ options }], isLong: true }] : [],
    };
  },
});
