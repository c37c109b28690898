import { z } from 'zod';
import { goInHistory, navigate, reload } from '../../../engines/browser/actions/navigate.ts';
import { waitUntil } from '../../../engines/browser/actions/wait-for.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { defineMode } from '../deps.ts';
import { actionTool, PAGE_FAULTS } from './action-tool.ts';
import { besideTab, firstOf, onTab, place } from './place.ts';

const WAIT_MS = 30_000;

const here = async (tab: Tab) => ({ success: true, url: tab.url, title: await tab.title() });

const goto = defineMode({
  summary: 'Opens an address.',
  input: z.object({
    ...place,
    url: z.string().min(1),
    waitUntil: z.enum(['load', 'domcontentloaded']).optional(),
  }),
  run: (call) =>
    onTab(call, async (tab) => {
      const { args, deps, signal } = call;
      const untilParsed = args.waitUntil === 'domcontentloaded';
      await navigate(tab, args.url, { allowFiles: deps.isUnrestricted, untilParsed, signal });
      return here(tab);
    }),
});

const reloadMode = defineMode({
  summary: 'Loads the page again.',
  input: z.object({ ...place, ignoreCache: z.boolean().optional() }),
  run: (call) =>
    onTab(call, async (tab) => {
      await reload(tab, { ignoreCache: call.args.ignoreCache, signal: call.signal });
      return here(tab);
    }),
});

const inHistory = (direction: 'back' | 'forward') =>
  defineMode({
    summary: `Goes one page ${direction}.`,
    input: z.object(place),
    run: (call) =>
      onTab(call, async (tab) => {
        await goInHistory(tab, direction, { signal: call.signal });
        return here(tab);
      }),
  });

const wait = defineMode({
  summary:
    'Waits for an element to be seen, for a JavaScript expression to be true, or for the page to have loaded.',
  input: z.object({
    ...place,
    selector: z.string().min(1).optional().describe('CSS, text=words or el:has-text(words).'),
    expression: z.string().min(1).optional().describe('JavaScript, until it is true.'),
    timeout: z.int().min(0).max(3_600_000).optional().describe('Milliseconds (30000).'),
  }),
  timeoutMs: ({ timeout = WAIT_MS }) => timeout + 2_000,
  run: (call) =>
    besideTab(call, async (tab) => {
      const { selector, expression, timeout = WAIT_MS } = call.args;
      const start = performance.now();
      const target = selector && firstOf(selector);
      const what = `${whatOf(call.args)} did not come true`;
      await waitUntil(tab, { target, expression, timeout, what, signal: call.signal });
      const waited = Math.round(performance.now() - start);
      return { success: true, waited, ...(selector && { selector }), ...(expression && { expression }) };
    }),
});

const whatOf = ({
  selector,
  expression,
}: {
  selector?: string | undefined;
  expression?: string | undefined;
}) =>
  [selector && `"${selector}"`, expression && `"${expression}"`].filter(Boolean).join(' and ') || 'The load';

export const navigateTool = actionTool({
  name: 'browser_navigate',
  title: 'Navigate',
  summary: 'Go to an address, reload, go back or forward, or wait.',
  effect: 'write',
  modes: { goto, reload: reloadMode, back: inHistory('back'), forward: inHistory('forward'), wait },
  faults: [...PAGE_FAULTS, 'NAVIGATION_FAILED', 'NAVIGATION_BLOCKED', 'NO_HISTORY', 'WAIT_TIMEOUT'],
  onlookers: ['wait'],
});
