import { z } from 'zod';
import { navigate } from '../../../engines/browser/actions/navigate.ts';
import { address, scope } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { findTab, trackedTab } from '../tabs.ts';

export const recordingStart = defineMode({
  summary: 'Record what people and agents do in all tabs; passwords and cards as [redacted].',
  input: z.object({
    name: z.string().min(1).max(50).optional().describe('Of your choice.'),
    url: address,
    tab_id: scope.tab_id,
  }),
  async run({ args, deps, signal }) {
    const { engine, recordings } = deps;
    const tab = args.tab_id === undefined ? await trackedTab(engine) : await findTab(engine, args.tab_id);
    const target = tab ?? (args.url === undefined ? undefined : await engine.tab());
    if (target && args.url !== undefined) {
      deps.pilot.assertOn();
      await navigate(target, args.url, { signal });
    }
    await deps.settled?.();
    const recording = await recordings.start({
      name: args.name,
      start_url: target?.url ?? 'about:blank',
      tab_id: target?.id,
      viewport: target?.page.viewportSize() ?? null,
    });
    return {
      summary: `Recording ${recording.id} from ${recording.start_url}`,
      data: { status: 'ok', recording_id: recording.id, name: recording.name, url: recording.start_url },
    };
  },
});
