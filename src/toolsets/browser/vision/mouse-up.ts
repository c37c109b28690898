import { mouseUp as act } from '../../../engines/browser/actions/mouse.ts';
import { options } from '../codegen/code-step.ts';
import { withOptions } from '../codegen/print-code.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { mouseButton } from './coordinate.ts';

export const mouseUp = pageTool({
  name: 'browser_mouse_up',
  title: 'Mouse up',
  summary: 'Release a mouse button.',
  effect: 'write',
  input: { button: mouseButton },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab }) {
    const outcome = await act(tab, args.button);
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
