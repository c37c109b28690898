import type { BrowserEngine } from '../../engines/browser/browser-engine.ts';
import type { TabInfo } from '../../engines/browser/context/open-context.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import { fault } from '../../kernel/fault.ts';

/** A tab as callers name it: `t3`, or 3. */
type TabName = string | number;

const idOf = (name: TabName) => (/^\d+$/.test(String(name)) ? `t${name}` : String(name));

/** Every open tab of every context. A browser that does not run has none, and is not started for this. */
export async function listTabs(
  engine: BrowserEngine,
): Promise<readonly (TabInfo & { isTracked: boolean })[]> {
  const lists = await Promise.all((await openContexts(engine)).map((context) => context.list()));
  return lists
    .flat()
    .map((tab) => ({ ...tab, isTracked: tab.isCurrent && tab.context === engine.activeContext }));
}

/** The tab that is meant when none is named, if one is open. */
export async function trackedTab(engine: BrowserEngine): Promise<Tab | undefined> {
  if (!engine.isRunning) return undefined;
  const active = engine.listContexts().find(({ isActive }) => isActive);
  return active?.pageCount ? (await engine.context()).active : undefined;
}

/** The named tab, in whichever context it is. */
export async function findTab(engine: BrowserEngine, name: TabName): Promise<Tab> {
  const id = idOf(name);
  const tabs = await openTabs(engine);
  const tab = tabs.find((one) => one.id === id);
  if (tab) return tab;
  throw fault('NO_SUCH_TAB', { tab: String(name), tabs: tabs.map((one) => one.id) });
}

/** The same as `listTabs`, to be worked with. */
export const openTabs = async (engine: BrowserEngine): Promise<readonly Tab[]> =>
  (await openContexts(engine)).flatMap((context) => context.tabs);

async function openContexts(engine: BrowserEngine) {
  const open = engine.isRunning ? engine.listContexts().filter(({ pageCount }) => pageCount > 0) : [];
  return Promise.all(open.map(({ name }) => engine.context(name)));
}

/** The named tab or the tracked one, once no person has it; a fault when there is none, since reading opens nothing. */
export async function openTab(
  engine: BrowserEngine,
  name: TabName | undefined,
  wanted: string,
): Promise<Tab> {
  const tab = name === undefined ? await trackedTab(engine) : await findTab(engine, name);
  if (!tab) throw fault('NO_PAGE', { wanted });
  await tab.turns.free();
  return tab;
}

/** How things stand, in a few words: for faults that the state of the browser explains. */
export function stateWords(engine: BrowserEngine, isPilotOn: boolean): string {
  const active = engine.listContexts().find(({ isActive }) => isActive);
  const tab = active?.currentUrl === undefined ? 'NONE' : `"${active.currentUrl}"`;
  const browser = engine.isRunning ? 'running' : 'NOT RUNNING';
  return `browser=${browser}, pilot=${isPilotOn ? 'enabled' : 'DISABLED'}, tracked_tab=${tab}`;
}

/** The id of a tab, as items carry it. */
export const pageOf = (name: TabName | undefined) => (name === undefined ? undefined : idOf(name));
