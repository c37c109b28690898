import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { tabId } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { findTab, trackedTab } from '../tabs.ts';

export const page = defineMode({
  summary: 'The active page.',
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
      summary: `${title || 'Untitled'} — ${tab.url}`,
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
