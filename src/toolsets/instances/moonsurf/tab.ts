import { z } from 'zod';
import { navigate } from '../../../engines/browser/actions/navigate.ts';
import type { OpenContext } from '../../../engines/browser/context/open-context.ts';
import { actionTool, PAGE_FAULTS } from './action-tool.ts';
import { numberOf, onInstance, tabId } from './place.ts';

const url = z.string().min(1).optional();

const list = onInstance({
  summary: 'The tabs of a browser.',
  async run({ context }) {
    await context.tab();
    const tabs = (await context.list()).map((tab) => ({
      id: numberOf(tab),
      url: tab.url,
      title: tab.title,
      active: tab.isCurrent,
      index: tab.index,
    }));
    return { tabs, activeTabId: tabs.find(({ active }) => active)?.id ?? null, count: tabs.length };
  },
});

const open = onInstance({
  summary: 'Opens a tab; it is the active one from then on.',
  input: { url },
  async run({ context, args, signal }) {
    const tab = await context.newTab();
    if (args.url !== undefined) await navigate(tab, args.url, { signal });
    return { tabId: numberOf(tab), url: tab.url, title: await tab.title() };
  },
});

const close = onInstance({
  summary: 'Closes a tab, the active one when none is named.',
  input: { tabId },
  async run({ context, args }) {
    const closing = handleOf(context, args.tabId);
    await context.closeTab(closing.id);
    return { success: true, tabId: numberOf(closing), activeTabId: activeOf(context) };
  },
});

const closeOthers = onInstance({
  summary: 'Closes all tabs but one.',
  input: { keepTabId: tabId.describe('The one to keep.'), tabId },
  async run({ context, args }) {
    const kept = handleOf(context, args.keepTabId ?? args.tabId);
    const others = context.tabs.filter((tab) => tab !== kept).map(({ id }) => id);
    for (const id of others) await context.closeTab(id);
    return { success: true, closed: others.length, keptTabId: numberOf(kept) };
  },
});

const activate = onInstance({
  summary: 'Makes a tab the active one and shows it.',
  input: { tabId },
  async run({ context, args }) {
    const tab = await context.select(handleOf(context, args.tabId).id);
    return { success: true, tabId: numberOf(tab), url: tab.url, title: await tab.title() };
  },
});

function handleOf(context: OpenContext, wanted: number | undefined) {
  return context.find(wanted === undefined ? (context.active?.id ?? 0) : `t${wanted}`);
}

const activeOf = (context: OpenContext) => (context.active ? numberOf(context.active) : null);

export const tabTool = actionTool({
  name: 'browser_tab',
  title: 'Tabs',
  summary: 'Manage the tabs of a browser.',
  effect: 'write',
  modes: { list, new: open, close, close_others: closeOthers, activate },
  faults: [...PAGE_FAULTS, 'NAVIGATION_FAILED'],
});
