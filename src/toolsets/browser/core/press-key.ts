import { z } from 'zod';
import { pressKey as press } from '../../../engines/browser/actions/keyboard.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';

export const pressKey = pageTool({
  name: 'browser_press_key',
  title: 'Press key',
  summary: 'Press a key, as Control+a.',
  effect: 'write',
  input: { key: z.string().min(1) },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab, signal }) {
    const outcome = await press(tab, args.key, { signal });
    const { key } = args;
    const code = [{ part: 'keyboard', call: 'press', args: [key], note: `Press ${key}` }] as const;
    const quiet = key === 'Enter' ? {} : { compatibleShow: 'nothing' as const };
    return { done: `Pressed ${key}.`, outcome, show: 'changes', ...quiet, code };
  },
});
