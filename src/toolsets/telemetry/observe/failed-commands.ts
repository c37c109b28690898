import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { paging } from '../arguments.ts';
import { defineMode } from '../deps.ts';

export const failedCommands = defineMode({
  summary: 'Commands that failed, and why.',
  input: z.object({ limit: paging.limit }),
  run({ args, deps }) {
    const commands = deps.commands.list('failed').slice(0, args.limit);
    const metadata = { retrieved_at: isoMicros(deps.clock.micros()) };
    return {
      summary: `${commands.length} failed commands`,
      data: { status: 'ok', commands, count: commands.length, metadata },
    };
  },
});
