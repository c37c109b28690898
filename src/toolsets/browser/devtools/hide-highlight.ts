import { hideHighlight as unmark } from '../../../engines/browser/highlight.ts';
import { ELEMENT_FAULTS, optionalElement, pageTool } from '../define-tool.ts';
import { ours } from '../told.ts';

export const hideHighlight = pageTool({
  name: 'browser_hide_highlight',
  title: 'Hide highlight',
  summary: 'Take the mark off an element, or all marks.',
  effect: 'write',
  idempotent: true,
  input: optionalElement,
  faults: ELEMENT_FAULTS,
  async run({ args, tab }) {
    const target = args.target ?? args.ref;
    await unmark(tab, target);
    return {
      results: [ours(target === undefined ? 'Hid page highlight' : `Hid highlight for ${target}`)],
      show: 'nothing',
    };
  },
});
