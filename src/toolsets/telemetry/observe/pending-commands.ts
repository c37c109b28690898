import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { paging } from '../arguments.ts';
import { defineMode } from '../deps.ts';

export const pendingCommands = defineMode({
  summary: 'Commands that wait or run.',
  input: z.object({ limit: paging.limit }),
  run({ args, deps }) {
    const some = (status: 'pending' | 'complete' | 'failed') =>
      deps.commands.list(status).slice(0, args.limit);
    const data = { pending: some('pending'), completed: some('complete'), failed: some('failed') };
    const metadata = { retrieved_at: isoMicros(deps.clock.micros()) };
    const { pending, completed, failed } = data;
    return {
      summary: `${pending.length} pending, ${completed.length} completed, ${failed.length} failed`,
      data: { ...data, metadata },
    };
  },
});
