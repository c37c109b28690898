import { access, constants } from 'node:fs/promises';
import { z } from 'zod';
import { placeOf } from '../../../engines/browser/actions/element.ts';
import { selectOption } from '../../../engines/browser/actions/form.ts';
import { pressKey, typeKeys, typingMs } from '../../../engines/browser/actions/keyboard.ts';
import { uploadFiles } from '../../../engines/browser/actions/modal-answers.ts';
import { clickAt, moveTo, wheel } from '../../../engines/browser/actions/mouse.ts';
import {
  type Modifier,
  hover as point,
  click as press,
  scrollIntoView,
} from '../../../engines/browser/actions/pointer.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { CONCEALED } from '../../../kernel/cut.ts';
import { fault } from '../../../kernel/fault.ts';
import { actionTool, ELEMENT_FAULTS } from './action-tool.ts';
import { scrolledTo } from './content.page.ts';
import { badArguments, firstOf, onTab } from './place.ts';

const wanted = z.string().min(1).describe('CSS, text=words or el:has-text(words).');
const selector = wanted.optional();
const flag = z.boolean().optional();
const pixels = z.number().optional().describe('CSS pixels.');
const at = { selector, x: pixels, y: pixels };
const keys = { ctrl: flag, alt: flag, shift: flag, meta: flag };

function modifiersOf({ ctrl, alt, shift, meta }: z.output<z.ZodObject<typeof keys>>): Modifier[] {
  const held: readonly [boolean | undefined, Modifier][] = [
    [ctrl, 'Control'],
    [alt, 'Alt'],
    [shift, 'Shift'],
    [meta, 'Meta'],
  ];
  return held.filter(([isHeld]) => isHeld).map(([, name]) => name);
}

type Spot = { readonly selector: string } | { readonly x: number; readonly y: number };

/** An element, or a place in the viewport. */
function spotOf({ selector: words, x, y }: z.output<z.ZodObject<typeof at>>, what: string): Spot {
  if (words !== undefined) return { selector: words };
  if (x !== undefined && y !== undefined) return { x, y };
  throw badArguments('browser_interact', `${what} needs "selector", or "x" and "y"`);
}

const click = onTab({
  summary: 'Clicks an element or a place.',
  input: { ...at, ...keys },
  async run(tab, { args, signal }) {
    const spot = spotOf(args, 'click');
    const modifiers = modifiersOf(args);
    if ('selector' in spot) await press(tab, firstOf(spot.selector), { modifiers, signal });
    else await clickAt(tab, spot, { modifiers, signal });
    return { clicked: true, ...spot };
  },
});

const move = onTab({
  summary: 'Moves the mouse to a place or to the middle of an element.',
  input: { ...at },
  async run(tab, { args }) {
    const there = await pointOf(tab, spotOf(args, 'move'));
    await moveTo(tab, there, 5);
    return { moved: true, ...there };
  },
});

async function pointOf(tab: Tab, spot: Spot): Promise<{ x: number; y: number }> {
  if ('x' in spot) return spot;
  const box = await placeOf(tab, firstOf(spot.selector));
  if (!box) throw fault('ACTION_FAILED', { action: 'move', why: `"${spot.selector}" cannot be seen` });
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

const type = onTab({
  summary:
    'Types text, into an element or where the focus is. delay 0 is at once; without delay as a person types.',
  input: {
    selector,
    text: z.string(),
    delay: z.number().min(0).max(10_000).optional().describe('Milliseconds a key.'),
  },
  timeoutMs: ({ text, delay }) => 30_000 + typingMs(text, delay),
  async run(tab, { args, signal, conceal }) {
    const target = args.selector && firstOf(args.selector);
    let { text } = args;
    const onSecret = () => {
      text = CONCEALED;
      conceal?.('text');
    };
    await typeKeys(tab, args.text, { target, delay: args.delay, signal, onSecret });
    return { typed: true, text, ...(args.selector && { selector: args.selector }) };
  },
});

const pressMode = onTab({
  summary: 'Presses a key, with others held.',
  input: { selector, key: z.string().min(1).describe('Enter, a, ArrowLeft.'), ...keys },
  async run(tab, { args, signal, conceal }) {
    const chord = [...modifiersOf(args), args.key].join('+');
    let key = chord;
    const onSecret = () => {
      key = CONCEALED;
      conceal?.('key');
    };
    await pressKey(tab, chord, { target: args.selector && firstOf(args.selector), signal, onSecret });
    return { pressed: true, key };
  },
});

const scroll = onTab({
  summary: 'Scrolls by so many pixels, or brings an element into view.',
  input: { ...at, deltaX: pixels, deltaY: pixels },
  async run(tab, { args, signal }) {
    const { deltaX = 0, deltaY = 0 } = args;
    if (deltaX === 0 && deltaY === 0) {
      if (args.selector === undefined)
        throw badArguments('browser_interact', 'scroll needs "deltaX", "deltaY" or "selector"');
      await scrollIntoView(tab, firstOf(args.selector), { signal });
    } else {
      const isPlaced = args.selector !== undefined || (args.x !== undefined && args.y !== undefined);
      if (isPlaced) await moveTo(tab, await pointOf(tab, spotOf(args, 'scroll')));
      await wheel(tab, deltaX, deltaY);
    }
    return { scrolled: true, ...(await tab.cdp.run(scrolledTo)) };
  },
});

const hover = onTab({
  summary: 'Holds the mouse over an element or a place.',
  input: { ...at },
  async run(tab, { args, signal }) {
    const spot = spotOf(args, 'hover');
    if ('selector' in spot) await point(tab, firstOf(spot.selector), { signal });
    else await moveTo(tab, spot);
    return { hovered: true, ...spot };
  },
});

const select = onTab({
  summary: 'Chooses an option of a select element by its value, label or index.',
  input: {
    selector: wanted,
    value: z.string().optional(),
    label: z.string().optional(),
    index: z.int().min(0).optional().describe('From 0.'),
  },
  async run(tab, { args, signal }) {
    const { value, label, index } = args;
    const choice =
      value !== undefined ? { value } : label !== undefined ? { label } : index !== undefined && { index };
    if (!choice) throw badArguments('browser_interact', 'select needs "value", "label" or "index"');
    const { value: chosen } = await selectOption(tab, firstOf(args.selector), [choice], { signal });
    return { selected: true, selector: args.selector, value: chosen?.[0] ?? null };
  },
});

const upload = onTab({
  summary: 'Gives files to a file input, or to the file chooser that is open.',
  input: { selector, files: z.array(z.string().min(1)).min(1).describe('Paths.') },
  async run(tab, { args, deps, caller, signal }) {
    const paths = await Promise.all(args.files.map((file) => deps.output.allowed(caller, file)));
    for (const path of paths) {
      await access(path, constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
        throw fault('FILE_NOT_READABLE', { path, why: cause.code ?? cause.message }, cause);
      });
    }
    await uploadFiles(tab, paths, { target: args.selector && firstOf(args.selector), signal });
    return { uploaded: true, files: paths.length };
  },
});

export const interactTool = actionTool({
  name: 'browser_interact',
  title: 'Interact',
  summary:
    'Click, type, press keys, scroll, hover, select, upload. Selectors are CSS, text=words or el:has-text(words).',
  effect: 'write',
  modes: { click, move, type, press: pressMode, scroll, hover, select, upload },
  faults: [...ELEMENT_FAULTS, 'FILE_NOT_ALLOWED', 'FILE_NOT_READABLE', 'NO_MODAL_STATE'],
});
