import { z } from 'zod';
import { recordingId } from '../arguments.ts';
import { defineMode } from '../deps.ts';

export const recordingStop = defineMode({
  summary: 'End and keep it; recording_id left out: the one that runs.',
  input: z.object({ recording_id: recordingId.recording_id.optional() }),
  async run({ args, deps }) {
    await deps.settled?.();
    const { id, start, end = start, actions, errors } = await deps.recordings.stop(args.recording_id);
    return {
      summary: `${id}: ${actions.length} actions recorded`,
      data: {
        status: 'ok',
        recording_id: id,
        action_count: actions.length,
        error_count: errors.length,
        duration_ms: Math.round((end - start) / 1000),
      },
    };
  },
});
