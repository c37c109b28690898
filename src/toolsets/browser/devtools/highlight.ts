import { z } from 'zod';
import { highlight as mark, hideHighlight as unmark } from '../../../engines/browser/actions/highlight.ts';
import { writtenCode } from '../../../engines/browser/actions/target.ts';
import { parseRef } from '../../../engines/browser/snapshot/ref-book.ts';
import {
  ELEMENT_FAULTS,
  element,
  optionalElement,
  type PageCall,
  pageTool,
  targetOf,
} from '../define-tool.ts';
import { ours } from '../told.ts';

export const highlight = pageTool({
  name: 'browser_highlight',
  title: 'Highlight',
  summary: 'Mark an element for whoever looks at the browser.',
  effect: 'write',
  idempotent: true,
  input: { ...element, style: z.string().optional().describe('CSS of the mark.') },
  faults: ELEMENT_FAULTS,
  async run(call) {
    const { args, tab } = call;
    const target = targetOf('browser_highlight', args);
    await mark(tab, target, args.style);
    return {
      results: [ours(`Highlighted ${await markedName(call, target, args.element)}`)],
      show: 'nothing',
    };
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

/** How an answer names the element that was marked: playwright-mcp by its description, or as a locator. */
async function markedName(
  { deps, tab }: PageCall<unknown>,
  target: string,
  element: string | undefined,
): Promise<string> {
  if (deps.answers.style === 'lean') return target;
  if (!parseRef(target)) return writtenCode(tab, target);
  return element || `locator('aria-ref=${target}')`;
}
