import { z } from 'zod';
import { goInHistory, navigate, reload } from '../../../engines/browser/actions/navigate.ts';
import { waitUntil } from '../../../engines/browser/actions/wait-for.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { actionTool, PAGE_FAULTS } from './action-tool.ts';
import { firstOf, onTab } from './place.ts';

const WAIT_MS = 30_000;

const here = async (tab: Tab) => ({ success: true, url: tab.url, title: await tab.title() });

const goto = onTab({
  summary: 'Opens an address.',
  input: {
    url: z.string().min(1),
    waitUntil: z.enum(['load', 'domcontentloaded']).optional(),
  },
  async run(tab, { args, signal }) {
    const untilParsed = args.waitUntil === 'domcontentloaded';
    await navigate(tab, args.url, { untilParsed, signal });
    return here(tab);
  },
});

const reloadMode = onTab({
  summary: 'Loads the page again.',
  input: { ignoreCache: z.boolean().optional() },
  async run(tab, { args, signal }) {
    await reload(tab, { ignoreCache: args.ignoreCache, signal });
    return here(tab);
  },
});

const inHistory = (direction: 'back' | 'forward') =>
  onTab({
    summary: `Goes one page ${direction}.`,
    async run(tab, { signal }) {
      await goInHistory(tab, direction, { signal });
      return here(tab);
    },
  });

const wait = onTab({
  summary:
    'Waits for an element to be seen, for a JavaScript expression to be true, or for the page to have loaded.',
  input: {
    selector: z.string().min(1).optional().describe('CSS, text=words or el:has-text(words).'),
    expression: z.string().min(1).optional().describe('JavaScript, until it is true.'),
    timeout: z.int().min(0).max(3_600_000).optional().describe('Milliseconds (30000).'),
  },
  timeoutMs: ({ timeout = WAIT_MS }) => timeout + 2_000,
  looksOn: true,
  async run(tab, { args, signal }) {
    const { selector, expression, timeout = WAIT_MS } = args;
    const start = performance.now();
    const target = selector && firstOf(selector);
    const wanted = [selector, expression].filter(Boolean).map((words) => `"${words}"`);
    const what = `${wanted.join(' and ') || 'The load'} did not come true`;
    await waitUntil(tab, { target, expression, timeout, what, signal });
    const waited = Math.round(performance.now() - start);
    return { success: true, waited, ...(selector && { selector }), ...(expression && { expression }) };
  },
});

export const navigateTool = actionTool({
  name: 'browser_navigate',
  title: 'Navigate',
  summary: 'Go to an address, reload, go back or forward, or wait.',
  effect: 'write',
  modes: { goto, reload: reloadMode, back: inHistory('back'), forward: inHistory('forward'), wait },
  faults: [...PAGE_FAULTS, 'NAVIGATION_FAILED', 'NAVIGATION_BLOCKED', 'NO_HISTORY', 'WAIT_TIMEOUT'],
});
