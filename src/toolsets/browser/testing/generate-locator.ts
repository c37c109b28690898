import { generateLocator as locate } from '../../../engines/browser/verify.ts';
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
  async run({ args, tab }) {
    const locator = await locate(tab, targetOf('browser_generate_locator', args));
    return { results: [pages(locator)], show: 'nothing', data: { locator } };
  },
});
