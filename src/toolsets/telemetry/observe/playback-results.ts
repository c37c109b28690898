import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { recordingId } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import type { Playback, StepStatus } from '../recording/recording.ts';

export const playbackResults = defineMode({
  summary: 'What became of each step.',
  input: z.object({ ...recordingId }),
  async run({ args, deps }) {
    const playbacks = await deps.recordings.playbacksOf(args.recording_id);
    const results = playbacks.map((playback) => ({
      playback_id: playback.id,
      started_at: isoMicros(playback.start),
      ...stepCounts(playback),
      steps: playback.results,
    }));
    const [newest] = results;
    const words = newest ? `; the newest: ${newest.ok + newest.healed} of ${newest.total} steps` : '';
    return {
      summary: `${results.length} playings of ${args.recording_id}${words}`,
      data: { recording_id: args.recording_id, results, count: results.length },
    };
  },
});

/** How many steps ended in each way. */
function stepCounts({ results }: Pick<Playback, 'results'>) {
  const count = (status: StepStatus) => results.filter((step) => step.status === status).length;
  return {
    total: results.length,
    ok: count('ok'),
    healed: count('healed'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
}
