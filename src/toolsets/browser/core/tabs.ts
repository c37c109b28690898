import { z } from 'zod';
import { addressOf, navigate } from '../../../engines/browser/actions/navigate.ts';
import type { OpenContext, TabInfo } from '../../../engines/browser/context/open-context.ts';
import {
  type BrowserCall,
  badArguments,
  browserTool,
  type Handles,
  inTab,
  type Result,
} from '../define-tool.ts';

const input = {
  action: z.enum(['list', 'new', 'close', 'select']),
  index: z
    .int()
    .min(0)
    .optional()
    .describe('close, select: from 0, or give tab. close, left out: the active one.'),
  url: z.string().min(1).optional().describe('new: left out: an empty page.'),
  ...inTab,
};
type TabsCall = BrowserCall<z.output<z.ZodObject<typeof input>> & Handles>;

export const tabs = browserTool({
  name: 'browser_tabs',
  title: 'Tabs',
  summary: 'List tabs, open one, close one, or make one active.',
  effect: 'write',
  destroys: ({ action }) => action === 'close',
  input,
  faults: ['NO_SUCH_TAB', 'NO_SUCH_CONTEXT', 'NAVIGATION_FAILED', 'BROWSER_CRASHED', 'HUMAN_IN_CONTROL'],
  async run(call) {
    const { engine } = call.deps;
    const context = await engine.context(call.args.context ?? engine.contextOf(call.args.tab));
    const result = await act(call, context);
    const tabs = call.deps.secrets.hideIn(await listed(call, context));
    call.deps.memory.newTabs(context); // the list tells them
    return { ...result, view: { kind: 'tabs', tabs, context: context.name }, data: { tabs } };
  },
});

async function act(call: TabsCall, context: OpenContext): Promise<Result> {
  const { args, deps, signal } = call;
  const handle = args.tab ?? args.index;
  switch (args.action) {
    case 'list':
      await context.tab();
      return { show: 'nothing' };
    case 'new': {
      const tab = await context.newTab();
      if (args.url === undefined) return { done: `Opened tab ${tab.id}.`, show: 'nothing' };
      const outcome = await navigate(tab, args.url, { signal });
      const code = [{ call: 'goto', args: [addressOf(args.url)] }];
      return { done: `Opened tab ${tab.id}.`, tab, outcome, show: 'changes', code };
    }
    case 'close':
      await (handle === undefined ? context.active : context.find(handle))?.turns.free(signal);
      await context.closeTab(handle);
      return { done: 'Closed the tab.', show: 'nothing' };
    case 'select': {
      if (handle === undefined) throw badArguments('browser_tabs', '"index" is missing: which tab to select');
      const tab = await context.select(handle);
      if (args.context === undefined) deps.engine.switchContext(context.name);
      deps.memory.forget(tab);
      return { done: `Tab ${tab.id} is the current one.`, tab, show: 'page' };
    }
  }
}

/** The tabs of the context that was named, else of all; only one of them all is the current one. */
async function listed({ args, deps }: TabsCall, context: OpenContext): Promise<readonly TabInfo[]> {
  const { engine } = deps;
  if (args.context !== undefined) return context.list();
  const open = engine.listContexts().filter(({ name, pageCount }) => pageCount > 0 || name === context.name);
  const lists = await Promise.all(open.map(async ({ name }) => (await engine.context(name)).list()));
  return lists
    .flat()
    .map((tab) => ({ ...tab, isCurrent: tab.isCurrent && tab.context === engine.activeContext }));
}
