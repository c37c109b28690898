import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { quotePageText } from '../../../kernel/page-fence.ts';
import { tabId } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { findTab, listTabs, stateWords, trackedTab } from '../tabs.ts';
import { shotArguments, takeScreenshot } from '../take-screenshot.ts';

export const page = defineMode({
  summary: 'The active page.',
  isPlain: true,
  input: z.object({ ...tabId }),
  async run({ args, deps }) {
    const { engine } = deps;
    const tab = args.tab_id === undefined ? await trackedTab(engine) : await findTab(engine, args.tab_id);
    const metadata = { retrieved_at: isoMicros(deps.clock.micros()) };
    if (!tab) {
      const why = engine.isRunning ? 'no tab is open' : 'no browser runs yet';
      return {
        summary: `No page: ${why}. interact({action:"navigate", url}) opens one`,
        data: { url: null, title: null, tracked: false, browser_running: engine.isRunning, metadata },
      };
    }
    const title = await tab.title();
    const tracked = tab === (await trackedTab(engine));
    return {
      summary: `${title ? quotePageText(title) : 'Untitled'} — ${quotePageText(tab.url)}`,
      data: {
        url: tab.url,
        title,
        tracked,
        tab_id: tab.id,
        context: tab.host.context,
        instance: tab.host.instance,
        viewport: tab.page.viewportSize(),
        is_crashed: tab.isCrashed,
        waiting_for: tab.modals.open.map(({ description }) => description),
        browser_running: true,
        metadata,
      },
    };
  },
});

export const tabs = defineMode({
  summary: 'All open tabs.',
  isPlain: true,
  input: z.object({}),
  async run({ deps }) {
    const open = await listTabs(deps.engine);
    const entries = open.map(({ id, url, title, context, isCurrent, isTracked, isCrashed }) => ({
      id,
      url,
      title,
      context,
      active: isCurrent,
      tracked: isTracked,
      ...(isCrashed ? { crashed: true } : {}),
    }));
    const tracked = entries.find((tab) => tab.tracked);
    return {
      summary: `${entries.length} tabs${tracked ? `; ${tracked.id} is tracked` : ''}`,
      data: {
        tabs: entries,
        count: entries.length,
        tracking_active: tracked !== undefined,
        metadata: { retrieved_at: isoMicros(deps.clock.micros()) },
      },
    };
  },
});

export const pilot = defineMode({
  summary: 'Whether interact may act.',
  input: z.object({}),
  run({ deps }) {
    const { pilot: is, engine, clock } = deps;
    const data = {
      enabled: is.isOn,
      source: is.source,
      locked: is.isLocked,
      browser_running: engine.isRunning,
      state: stateWords(engine, is.isOn),
      metadata: { retrieved_at: isoMicros(clock.micros()) },
    };
    return { summary: `AI Web Pilot is ${is.isOn ? 'on' : 'off'} (${is.source})`, data };
  },
});

export const screenshotMode = defineMode({
  summary: 'A picture of the page or an element.',
  input: shotArguments,
  run: takeScreenshot,
});
