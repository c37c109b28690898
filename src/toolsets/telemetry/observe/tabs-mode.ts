import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { defineMode } from '../deps.ts';
import { listTabs } from '../tabs.ts';

export const tabs = defineMode({
  summary: 'All open tabs.',
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
