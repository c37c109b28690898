import { z } from 'zod';
import { highlight as mark, hideHighlight as unmark } from '../../../engines/browser/actions/element.ts';
import { ownText } from '../../../report/browser-result.ts';
import { ELEMENT_FAULTS, element, optionalElement, pageTool } from '../define-tool.ts';

export const highlight = pageTool({
  name: 'browser_highlight',
  title: 'Highlight',
  summary: 'Mark an element for whoever looks at the browser.',
  effect: 'write',
  idempotent: true,
  input: { ...element, style: z.string().optional().describe('CSS of the mark.') },
  faults: ELEMENT_FAULTS,
  async run({ args, tab }) {
    const { target, element } = args;
    await mark(tab, target, args.style);
    return { view: { kind: 'marked', done: 'Highlighted', target, element }, show: 'nothing' };
  },
});

export const hideHighlight = pageTool({
  name: 'browser_hide_highlight',
  title: 'Hide highlight',
  summary: 'Take the mark off an element, or all marks.',
  effect: 'write',
  idempotent: true,
  input: optionalElement,
  faults: ELEMENT_FAULTS,
  async run({ args, tab }) {
    const { target, element } = args;
    await unmark(tab, target);
    if (target === undefined) return { results: [ownText('Hid page highlight')], show: 'nothing' };
    return { view: { kind: 'marked', done: 'Hid highlight for', target, element }, show: 'nothing' };
  },
});
