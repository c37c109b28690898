import { mouseDown as act } from '../../../engines/browser/actions/mouse.ts';
import { options } from '../codegen/code-step.ts';
import { withOptions } from '../codegen/print-code.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { mouseButton } from './coordinate.ts';

export const mouseDown = pageTool({
  name: 'browser_mouse_down',
  title: 'Mouse down',
  summary: 'Press a mouse button and hold it.',
  effect: 'write',
  input: { button: mouseButton },
  faults: ['ACTION_FAILED', ...PAGE_FAULTS],
  async run({ args, tab }) {
    const outcome = await act(tab, args.button);
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
