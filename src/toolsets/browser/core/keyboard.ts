import { z } from 'zod';
import { type as enter, pressKey as press, typeFocused } from '../../../engines/browser/actions/keyboard.ts';
import type { CodeStep, Literal } from '../../../report/code/code-step.ts';
import {
  codeOn,
  ELEMENT_FAULTS,
  element,
  target as elementTarget,
  PAGE_FAULTS,
  pageTool,
} from '../define-tool.ts';

export const pressKey = pageTool({
  name: 'browser_press_key',
  title: 'Press key',
  summary: 'Press a key or chord.',
  effect: 'write',
  input: { key: z.string().min(1).describe('Enter, a, ArrowLeft, Control+a, ControlOrMeta+c.') },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab, signal, conceal }) {
    const outcome = await press(tab, args.key, { signal, onSecret: () => conceal?.('key') });
    const { key } = args;
    const code = [{ part: 'keyboard', call: 'press', args: [key], note: `Press ${key}` }] as const;
    return { done: `Pressed ${key}.`, outcome, show: 'changes', code };
  },
});

/** As a target it means the keyboard: the focus may be in any frame, and on what is no field. */
const FOCUS = ':focus';

export const type = pageTool({
  name: 'browser_type',
  title: 'Type',
  summary: 'Fill a field with text, in place of what is there.',
  effect: 'write',
  input: {
    ...element,
    target: elementTarget.describe(':focus: keys to what has the focus.'),
    text: z.string(),
    submit: z.boolean().optional().describe('Press Enter after it.'),
    slowly: z.boolean().optional().describe('Key by key, after what is there.'),
  },
  faults: ELEMENT_FAULTS,
  timeoutMs: ({ slowly, text }) => (slowly ? 60_000 + text.length * 60 : undefined),
  async run(call) {
    const { tab, signal, conceal } = call;
    const { target, text, slowly, submit } = call.args;
    const { value, secret } = call.deps.secrets.resolve(text);
    const typed = secret === undefined ? text : { secret };
    const steps = [{ call: slowly ? 'pressSequentially' : 'fill', args: [typed] }];
    if (submit) steps.push({ call: 'press', args: ['Enter'] });
    const code = target === FOCUS ? focused(typed, submit) : await codeOn(call, target, ...steps);
    const shown = secret === undefined ? text : `<secret>${secret}</secret>`;
    const isSecret = secret !== undefined;
    const onSecret = () => conceal?.('text');
    const options = { slowly, submit, shown, isSecret, signal, onSecret };
    const outcome =
      target === FOCUS ? await typeFocused(tab, value, options) : await enter(tab, target, value, options);
    const done = `Typed${target === FOCUS ? ' into what has the focus' : ''}${submit ? ' and submitted' : ''}.`;
    return { done, outcome, show: 'changes', code };
  },
});

const focused = (typed: Literal, submit: boolean | undefined): readonly CodeStep[] => [
  { part: 'keyboard', call: 'type', args: [typed] },
  ...(submit ? [{ part: 'keyboard', call: 'press', args: ['Enter'] } as const] : []),
];
