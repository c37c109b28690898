import { z } from 'zod';
import { contextTool } from '../define-tool.ts';
import { ours } from '../told.ts';

export const networkStateSet = contextTool({
  name: 'browser_network_state_set',
  title: 'Network state',
  summary: 'Take the context offline or back online.',
  effect: 'write',
  idempotent: true,
  input: { state: z.enum(['online', 'offline']) },
  faults: ['BROWSER_CRASHED'],
  async run({ args, context }) {
    const isOffline = args.state === 'offline';
    await context.conditions.setOffline(isOffline);
    const code = [{ part: 'context' as const, call: 'setOffline', args: [isOffline] }];
    return { results: [ours(`Network is now ${args.state}`)], code };
  },
});
