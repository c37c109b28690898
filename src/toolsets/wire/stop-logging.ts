import { z } from 'zod';
import { text } from '../../kernel/content.ts';
import { defineTool } from './deps.ts';

export const stopLogging = defineTool({
  name: 'stop-logging',
  title: 'Stop logging',
  summary: 'Stop logging to a directory, STDOUT (null) or all.',
  effect: 'write',
  input: z.object({
    directory: z.string().min(1).nullable().optional(),
  }),
  faults: ['NOT_LOGGING'],
  async run({ args, deps }) {
    const stopped = await deps.engine.stopLogging(args.directory);
    const names = stopped.map((directory) => directory ?? 'STDOUT').join(', ');
    return { blocks: [text(names ? `Stopped logging to ${names}` : 'Nothing was being logged')] };
  },
});
