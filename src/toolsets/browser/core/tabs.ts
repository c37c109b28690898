import { z } from 'zod';
import { addressOf, navigate } from '../../../engines/browser/actions/navigate.ts';
import type { OpenContext } from '../../../engines/browser/context/open-context.ts';
import type { TabInfo } from '../../../engines/browser/page/tab.ts';
import { quotePageText } from '../../../report/page-fence.ts';
import { playwrightTabs } from '../../../report/playwright-answer.ts';
import { type BrowserCall, badArguments, browserTool, type Handles } from '../define-tool.ts';
import { pages, type Told } from '../told.ts';

const input = {
  action: z.enum(['list', 'new', 'close', 'select']),
  index: z.int().min(0).optional(),
  url: z.string().min(1).optional(),
};
type TabsCall = BrowserCall<z.output<z.ZodObject<typeof input>> & Handles>;

export const tabs = browserTool({
  name: 'browser_tabs',
  title: 'Tabs',
  summary: 'Manage tabs.',
  effect: 'write',
  input,
  hasData: true,
  faults: ['NO_SUCH_TAB', 'NO_SUCH_CONTEXT', 'NAVIGATION_FAILED', 'BROWSER_CRASHED'],
  async run(call) {
    const context = await call.deps.engine.context(call.args.context);
    const told = await act(call, context);
    const all = call.deps.secrets.hideIn(await listed(call, context));
    call.deps.memory.newTabs(context); // the list tells them
    const isLean = call.deps.answers.style === 'lean';
    const lines = isLean
      ? all.map((tab) => line(tab, call.deps.engine.contextNames.length > 1))
      : playwrightTabs([...(await call.deps.headers.take(context)).headers.values()]);
    return { ...told, results: [pages(lines.join('\n'))], data: { tabs: all } };
  },
});

async function act(call: TabsCall, context: OpenContext): Promise<Told> {
  const { args, deps, signal } = call;
  const handle = args.tab ?? args.index;
  switch (args.action) {
    case 'list':
      await context.tab();
      return { show: 'nothing' };
    case 'new': {
      const tab = await context.newTab();
      if (args.url === undefined) return { done: `Opened tab ${tab.id}.`, show: 'nothing' };
      const outcome = await navigate(tab, args.url, { allowFiles: deps.isUnrestricted, signal });
      const code = [{ call: 'goto', args: [addressOf(args.url)] }];
      return { done: `Opened tab ${tab.id}.`, tab, outcome, show: 'changes', code };
    }
    case 'close':
      await context.closeTab(handle);
      return { done: 'Closed the tab.', show: 'nothing' };
    case 'select': {
      if (handle === undefined) {
        const problem = '"index" is missing: which tab to select';
        throw badArguments('browser_tabs', problem, 'Error: Tab index is required');
      }
      const tab = await context.select(handle);
      deps.memory.forget(tab);
      return { done: `Tab ${tab.id} is the current one.`, tab, show: 'page', compatibleShow: 'nothing' };
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

function line({ index, id, title, url, context, isCurrent, isCrashed }: TabInfo, hasMany: boolean): string {
  const marks = [isCurrent && 'current', isCrashed && 'crashed', hasMany && `context ${context}`].filter(
    Boolean,
  );
  return `${index} ${id}${marks.length > 0 ? ` (${marks.join(', ')})` : ''} ${quotePageText(title, 100)} ${url}`;
}
