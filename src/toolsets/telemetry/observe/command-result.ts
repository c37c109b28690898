import { z } from 'zod';
import { correlationId } from '../arguments.ts';
import { commandWords } from '../command-words.ts';
import { defineMode } from '../deps.ts';

export const commandResult = defineMode({
  summary: 'How a command of interact ended.',
  input: z.object({ ...correlationId }),
  async run({ args, deps }) {
    const record = await deps.commands.find(args.correlation_id);
    return { summary: commandWords(record), data: { ...record } };
  },
});
