import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { correlationId, paging } from '../arguments.ts';
import { commandWords } from '../commands/command.ts';
import { defineMode } from '../deps.ts';

export const commandResult = defineMode({
  summary: 'How a command of interact ended.',
  input: z.object({ ...correlationId }),
  async run({ args, deps }) {
    const record = await deps.commands.find(args.correlation_id);
    return { summary: commandWords(record), data: { ...record } };
  },
});

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
