import { z } from 'zod';
import { toolsFor } from '../../../kernel/tool.ts';
import type { InstanceDeps } from '../deps.ts';
import { json } from './place.ts';

export const sleepTool = toolsFor<InstanceDeps>()({
  name: 'sleep',
  title: 'Sleep',
  summary: 'Wait so many milliseconds.',
  effect: 'read',
  input: z.object({ duration: z.number().min(0).max(3_600_000).describe('Milliseconds.') }),
  faults: [],
  warnings: () => [],
  timeoutMs: ({ duration }) => duration + 5_000,
  async run({ args, signal }) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, args.duration);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
    return json({ slept: args.duration });
  },
});
