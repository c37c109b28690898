import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { defineMode } from '../deps.ts';
import { errorMessage, isError } from '../error-entry.ts';
import { listStates } from '../saved-states.ts';
import { cut } from '../seen.ts';
import { listSnapshots } from '../session-snapshot.ts';
import { projectDocuments } from './store.ts';

export const load = defineMode({
  summary: 'All that store keeps for this project.',
  input: z.object({}),
  async run({ deps, caller }) {
    await deps.noise.load();
    const documents = projectDocuments(deps, caller);
    const [infos, baselines, states, recordings, page] = await Promise.all([
      documents.list(),
      listSnapshots(deps.store, caller),
      listStates(deps.store, caller),
      deps.recordings.list(),
      deps.store.page({ streams: ['exception', 'console'], minLevel: 'error', limit: 1000 }),
    ]);
    const errors = [...Map.groupBy(page.items.filter(isError), (item) => cut(errorMessage(item), 200))]
      .map(([message, some]) => ({ message, count: some.length, last_seen: isoMicros(some[0]!.time) }))
      .slice(0, 20);
    const own = deps.noise.rules().filter(({ id }) => !id.startsWith('builtin_'));
    return {
      summary: `${infos.length} stored values, ${baselines.length} session snapshots, ${states.length} states, ${recordings.length} recordings, ${own.length} noise rules of your own`,
      data: {
        status: 'ok',
        project_id: caller.cwd,
        stored: infos.map(({ key, bytes }) => ({ place: key, bytes })),
        baselines,
        states,
        recordings: recordings.map(({ id, name, actions }) => ({ id, name, action_count: actions.length })),
        error_history: errors,
        noise_config: { rules: own },
      },
    };
  },
});
