import { z } from 'zod';
import { contextTool } from '../define-tool.ts';
import { ours } from '../told.ts';

export const unroute = contextTool({
  name: 'browser_unroute',
  title: 'Unroute',
  summary: 'Remove the routes of a pattern, or all.',
  effect: 'write',
  idempotent: true,
  input: { pattern: z.string().min(1).optional() },
  faults: ['BROWSER_CRASHED'],
  async run({ args, context }) {
    const count = await context.routes.remove(args.pattern);
    const words =
      args.pattern === undefined
        ? `Removed all ${count} route(s)`
        : `Removed ${count} route(s) for pattern: ${args.pattern}`;
    return { results: [ours(words)] };
  },
});
