import { z } from 'zod';
import { navigate } from '../../../engines/browser/actions/navigate.ts';
import type { OpenContext } from '../../../engines/browser/context/open-context.ts';
import { defineMode } from '../deps.ts';
import { actionTool, PAGE_FAULTS } from './action-tool.ts';
import { instanceId, json, numberOf, onInstance, tabId } from './place.ts';

const url = z.string().min(1).optional();

const list = defineMode({
  summary: 'The tabs of a browser.',
  input: z.object({ instanceId }),
  run: (call) =>
    onInstance(call, async ({ context }) => {
      await context.tab();
      const tabs = (await context.list()).map((tab) => ({
        id: numberOf(tab),
        url: tab.url,
        title: tab.title,
        active: tab.isCurrent,
        index: tab.index,
      }));
      return json({ tabs, activeTabId: tabs.find(({ active }) => active)?.id ?? null, count: tabs.length });
    }),
});

const open = defineMode({
  summary: 'Opens a tab; it is the active one from then on.',
  input: z.object({ instanceId, url }),
  run: (call) =>
    onInstance(call, async ({ context }) => {
      const { args, deps, signal } = call;
      const tab = await context.newTab();
      if (args.url !== undefined) await navigate(tab, args.url, { allowFiles: deps.isUnrestricted, signal });
      return json({ tabId: numberOf(tab), url: tab.url, title: await tab.title() });
    }),
});

const close = defineMode({
  summary: 'Closes a tab, the active one when none is named.',
  input: z.object({ instanceId, tabId }),
  run: (call) =>
    onInstance(call, async ({ context }) => {
      const closing = handleOf(context, call.args.tabId);
      await context.closeTab(closing.id);
      return json({ success: true, tabId: numberOf(closing), activeTabId: activeOf(context) });
    }),
});

const closeOthers = defineMode({
  summary: 'Closes all tabs but one.',
  input: z.object({ instanceId, keepTabId: tabId.describe('The one to keep.'), tabId }),
  run: (call) =>
    onInstance(call, async ({ context }) => {
      const kept = handleOf(context, call.args.keepTabId ?? call.args.tabId);
      const others = context.tabs.filter((tab) => tab !== kept).map(({ id }) => id);
      for (const id of others) await context.closeTab(id);
      return json({ success: true, closed: others.length, keptTabId: numberOf(kept) });
    }),
});

const activate = defineMode({
  summary: 'Makes a tab the active one and shows it.',
  input: z.object({ instanceId, tabId }),
  run: (call) =>
    onInstance(call, async ({ context }) => {
      const tab = await context.select(handleOf(context, call.args.tabId).id);
      return json({ success: true, tabId: numberOf(tab), url: tab.url, title: await tab.title() });
    }),
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
