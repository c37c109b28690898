import { z } from 'zod';
import { text } from '../../kernel/content.ts';
import { defineTool } from './deps.ts';

export const removePortRule = defineTool({
  name: 'remove-port-rule',
  title: 'Remove port rule',
  summary: 'Stop listening on a forwarded port.',
  effect: 'destroy',
  input: z.object({
    local_port: z.int().min(0).max(65535),
    connections: z.enum(['keep', 'cut']).default('keep'),
  }),
  faults: ['NO_SUCH_RULE'],
  async run({ args, deps }) {
    await deps.engine.removeRule(args.local_port, { connections: args.connections });
    return { blocks: [text(`Removed the rule for port ${args.local_port}`)] };
  },
});
