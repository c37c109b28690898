import { z } from 'zod';
import { type as enter, pressKey as press } from '../../../engines/browser/actions/keyboard.ts';
import type { CodeStep, Literal } from '../../../report/code/code-step.ts';
import { codeOf, ELEMENT_FAULTS, element, PAGE_FAULTS, pageTool } from '../define-tool.ts';

export const pressKey = pageTool({
  name: 'browser_press_key',
  title: 'Press key',
  summary: 'Press a key or chord.',
  effect: 'write',
  input: { key: z.string().min(1).describe('Enter, a, ArrowLeft, Control+a, ControlOrMeta+c.') },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab, signal }) {
    const outcome = await press(tab, args.key, { signal });
    const { key } = args;
    const code = [{ part: 'keyboard', call: 'press', args: [key], note: `Press ${key}` }] as const;
    return { done: `Pressed ${key}.`, outcome, show: 'changes', code };
  },
});

export const type = pageTool({
  name: 'browser_type',
  title: 'Type',
  summary: 'Fill a field with text.',
  effect: 'write',
  input: {
    ...element,
    text: z.string(),
    submit: z.boolean().optional().describe('Press Enter after it.'),
    slowly: z.boolean().optional().describe('Key by key.'),
  },
  faults: ELEMENT_FAULTS,
  timeoutMs: ({ slowly, text }) => (slowly ? 60_000 + text.length * 60 : undefined),
  async run(call) {
    const { args, deps, tab, signal } = call;
    const target = args.target;
    const { slowly, submit } = args;
    const { value, secret } = deps.secrets.resolve(args.text);
    const on = await codeOf(call, target);
    const shown = secret === undefined ? args.text : `<secret>${secret}</secret>`;
    const outcome = await enter(tab, target, value, {
      slowly,
      submit,
      shown,
      isSecret: secret !== undefined,
      signal,
    });
    const typed: Literal = secret === undefined ? args.text : { secret };
    const code: CodeStep[] = on ? [{ on, call: slowly ? 'pressSequentially' : 'fill', args: [typed] }] : [];
    if (on && submit) code.push({ on, call: 'press', args: ['Enter'] });
    const done = `Typed into ${target}${submit ? ' and submitted' : ''}.`;
    return { done, outcome, show: 'changes', code };
  },
});
