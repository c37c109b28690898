import { findBrowser } from '../../../engines/browser/launch/find-browser.ts';
import { installBrowser } from '../../../engines/browser/launch/install-browser.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { fault } from '../../../kernel/fault.ts';
import { ownText } from '../../../report/browser-result.ts';
import { browserTool, inTab } from '../define-tool.ts';

export const close = browserTool({
  name: 'browser_close',
  title: 'Close',
  summary: 'Close a tab, a context, or the browser if none is named.',
  effect: 'destroy',
  idempotent: true,
  input: { ...inTab },
  faults: ['NO_SUCH_TAB', 'NO_SUCH_CONTEXT', 'LAST_CONTEXT', 'BROWSER_SHARED', 'HUMAN_IN_CONTROL'],
  async run({ args, deps, signal }) {
    const { engine } = deps;
    const code = [{ call: 'close', typescript: 'await page.close()' }];
    const isMeant = (tab: Tab) =>
      args.tab === undefined ? (args.context ?? tab.host.context) === tab.host.context : tab.id === args.tab;
    const going = engine.openContexts.flatMap(({ tabs }) => tabs.filter(isMeant));
    await Promise.all(going.map((tab) => tab.turns.free(signal)));
    if (args.tab !== undefined) {
      const context = await engine.context(args.context ?? engine.contextOf(args.tab));
      await context.closeTab(args.tab);
      return { done: `Closed tab ${args.tab}.`, code };
    }
    if (args.context !== undefined) {
      await engine.closeContext(args.context);
      return { done: `Closed context ${args.context}.`, code };
    }
    if (deps.isShared) throw fault('BROWSER_SHARED');
    const isOver = await engine.stop();
    const what = isOver ? 'Closed the browser; the' : 'Closed your tabs; others still use the browser. The';
    return { done: `${what} next call starts a new one.`, code };
  },
});

export const install = browserTool({
  name: 'browser_install',
  title: 'Install',
  summary: 'Install Chromium where no browser is found.',
  effect: 'write',
  idempotent: true,
  input: {},
  faults: ['BROWSER_INSTALL_FAILED'],
  timeoutMs: () => 900_000,
  async run({ deps, signal, progress }) {
    const { env, executablePath: given } = deps;
    const present = await findBrowser({ env, given, withVersion: true });
    if (present) return { results: [ownText(`Ready: ${present.path}${version(present.version)}.`)] };
    await installBrowser({ env, signal, progress: (percent, what) => progress(percent, 100, what) });
    const made = await findBrowser({ env, withVersion: true });
    return { results: [ownText(made ? `Installed ${made.path}${version(made.version)}.` : 'Installed.')] };
  },
});

const version = (found: string | undefined) => (found === undefined ? '' : ` (${found})`);

export const getConfig = browserTool({
  name: 'browser_get_config',
  title: 'Settings',
  summary: 'The settings in force.',
  effect: 'read',
  input: {},
  faults: [],
  async run({ deps }) {
    const settings = deps.settings();
    return { results: [ownText(JSON.stringify(settings, null, 2))], show: 'nothing', data: settings };
  },
});
