import { z } from 'zod';
import { text } from '../../kernel/content.ts';
import { defineTool } from './deps.ts';

export const shutdown = defineTool({
  name: 'shutdown',
  title: 'Shut down',
  summary: 'Write everything out and end the program.',
  effect: 'destroy',
  input: z.object({}),
  faults: [],
  run({ deps }) {
    deps.shutdown();
    return { blocks: [text('Shutting down')] };
  },
});
