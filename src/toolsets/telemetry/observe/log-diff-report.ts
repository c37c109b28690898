import { z } from 'zod';
import { twoRecordings } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { diffReport, logDiff } from '../recording/log-diff.ts';

export const logDiffReport = defineMode({
  summary: 'How two recordings differ: new errors, what is missing, what changed.',
  input: z.object({ ...twoRecordings }),
  async run({ args, deps }) {
    const [original, replay] = await Promise.all([
      deps.recordings.findEither(args.original_id),
      deps.recordings.findEither(args.replay_id),
    ]);
    const { action_stats: stats, ...diff } = logDiff(original, replay);
    return {
      summary: diff.summary,
      data: { ...diff, stats, report: diffReport({ ...diff, action_stats: stats }) },
    };
  },
});
