import { z } from 'zod';
import { twoRecordings } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { logDiff as difference } from '../recording/log-diff.ts';

export const logDiff = defineMode({
  summary: 'Compare two recordings in figures; observe log_diff_report names the new errors.',
  input: z.object({ ...twoRecordings }),
  async run({ args, deps }) {
    const [original, replay] = await Promise.all([
      deps.recordings.findEither(args.original_id),
      deps.recordings.findEither(args.replay_id),
    ]);
    const { status, summary, new_errors, missing_events, changed_values, action_stats } = difference(
      original,
      replay,
    );
    return {
      summary,
      data: {
        ...{ status, summary, ...args },
        new_errors: new_errors.length,
        missing_events: missing_events.length,
        changed_values: changed_values.length,
        action_stats,
      },
    };
  },
});
