import { z } from 'zod';
import { recordingId } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { happeningsBetween } from '../recording/happenings.ts';
import { recordingEntry } from './recording-entry.ts';

export const recordingActions = defineMode({
  summary: 'Its actions, oldest first.',
  input: z.object({ ...recordingId }),
  async run({ args, deps }) {
    const kept = await deps.recordings.find(args.recording_id);
    const isOpen = deps.recordings.active?.id === kept.id;
    const seen = isOpen ? await happeningsBetween(deps.store, kept.start, deps.clock.micros()) : kept;
    const { id, ...entry } = recordingEntry({ ...kept, ...seen });
    const actions = seen.actions.map(({ at, page, ...action }) => ({
      timestamp_ms: at,
      tab_id: page,
      ...action,
    }));
    return {
      summary: `${actions.length} actions in ${id}`,
      data: { recording_id: id, ...entry, actions },
    };
  },
});
