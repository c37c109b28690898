import { hideHighlight as unmark } from '../../../engines/browser/actions/highlight.ts';
import { ELEMENT_FAULTS, optionalElement, pageTool } from '../define-tool.ts';
import { ours } from '../told.ts';
import { markedName } from './marked-name.ts';

export const hideHighlight = pageTool({
  name: 'browser_hide_highlight',
  title: 'Hide highlight',
  summary: 'Take the mark off an element, or all marks.',
  effect: 'write',
  idempotent: true,
  input: optionalElement,
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { args, tab } = call;
    const target = args.target ?? args.ref;
    await unmark(tab, target);
    const name = target === undefined ? undefined : await markedName(call, target, args.element);
    return {
      results: [ours(name === undefined ? 'Hid page highlight' : `Hid highlight for ${name}`)],
      show: 'nothing',
    };
  },
});
