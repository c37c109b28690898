import { z } from 'zod';
import { addressOf, goInHistory, navigate as open } from '../../../engines/browser/actions/navigate.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';

export const navigate = pageTool({
  name: 'browser_navigate',
  title: 'Navigate',
  summary: 'Open a URL; answers with the outline of the page.',
  effect: 'write',
  input: {
    // A number that was meant as something else would be read as an IP address.
    url: z
      .string()
      .min(1)
      .refine((url) => !/^\d+$/.test(url), 'a number is no address'),
  },
  faults: ['NAVIGATION_FAILED', 'NAVIGATION_BLOCKED', ...PAGE_FAULTS],
  async run({ args, deps, tab, signal }) {
    const outcome = await open(tab, args.url, { signal });
    deps.memory.forget(tab);
    const code = [{ call: 'goto', args: [addressOf(args.url)] }];
    return { done: 'Opened.', outcome, show: 'changes', code };
  },
});

export const navigateBack = pageTool({
  name: 'browser_navigate_back',
  title: 'Go back',
  summary: 'Go back in history.',
  effect: 'write',
  input: {},
  faults: ['NO_HISTORY', 'NAVIGATION_FAILED', ...PAGE_FAULTS],
  async run({ deps, tab, signal }) {
    const outcome = await goInHistory(tab, 'back', { signal });
    deps.memory.forget(tab);
    return { done: 'Went back.', outcome, show: 'changes', code: [{ call: 'goBack' }] };
  },
});
