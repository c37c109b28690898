import { z } from 'zod';
import { handleDialog as answerDialog } from '../../../engines/browser/actions/dialog.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';

export const handleDialog = pageTool({
  name: 'browser_handle_dialog',
  title: 'Dialog',
  summary: 'Answer the open dialog.',
  effect: 'write',
  input: { accept: z.boolean(), promptText: z.string().optional() },
  faults: ['NO_MODAL_STATE', ...PAGE_FAULTS],
  answers: 'dialog',
  async run({ args, tab, signal }) {
    const outcome = await answerDialog(tab, args.accept, args.promptText, { signal });
    const done = args.accept ? 'Accepted the dialog.' : 'Dismissed the dialog.';
    return { done, outcome, show: 'changes', compatibleShow: 'nothing' };
  },
});
