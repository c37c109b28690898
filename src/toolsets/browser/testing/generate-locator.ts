import { writtenCode } from '../../../engines/browser/actions/target.ts';
import { generateLocator as locate } from '../../../engines/browser/actions/verify.ts';
import { parseRef } from '../../../engines/browser/snapshot/ref-book.ts';
import { ELEMENT_FAULTS, element, pageTool, targetOf } from '../define-tool.ts';
import { pages } from '../told.ts';

export const generateLocator = pageTool({
  name: 'browser_generate_locator',
  title: 'Locator',
  summary: 'The locator that a test would use for an element.',
  effect: 'read',
  input: element,
  hasData: true,
  faults: ELEMENT_FAULTS,
  async run({ args, deps, tab }) {
    const target = targetOf('browser_generate_locator', args);
    // playwright-mcp gives back what was written, unless it was a ref.
    const isGiven = deps.answers.style === 'playwright' && !parseRef(target);
    const locator = isGiven ? await writtenCode(tab, target) : await locate(tab, target);
    return { results: [pages(locator)], show: 'nothing', data: { locator } };
  },
});
