import { z } from 'zod';
import type { Stream } from '../../../contract/streams.ts';
import { correlationId, scope } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { pageOf } from '../tabs.ts';

const BUFFERS: Readonly<Record<string, readonly Stream[]>> = {
  network: ['request'],
  websocket: ['websocket'],
  actions: ['action', 'navigation', 'storage'],
  logs: ['console', 'exception'],
  performance: ['vitals', 'performance'],
};
const NAMES = ['all', ...Object.keys(BUFFERS), 'commands'] as const;

export const clear = defineMode({
  summary: 'Delete what was seen, or cancel commands.',
  destroys: true,
  input: z.object({
    buffer: z.enum(NAMES as readonly [string, ...string[]]).default('all'),
    tab_id: scope.tab_id,
    test_id: scope.test_id,
    correlation_id: correlationId.correlation_id.optional(),
  }),
  async run({ args, deps }) {
    if (args.buffer === 'commands') {
      const cancelled = deps.commands.cancel(args.correlation_id);
      return {
        summary: `${cancelled} commands cancelled`,
        data: { status: 'ok', buffer: args.buffer, cleared: { commands: cancelled } },
      };
    }
    const streams = args.buffer === 'all' ? Object.values(BUFFERS).flat() : BUFFERS[args.buffer]!;
    const gone = await deps.store.clear({ streams, page: pageOf(args.tab_id), testId: args.test_id });
    const cleared = Object.fromEntries(
      Object.entries(BUFFERS)
        .map(([name, some]) => [name, some.reduce((sum, stream) => sum + (gone[stream] ?? 0), 0)] as const)
        .filter(([name]) => args.buffer === 'all' || args.buffer === name),
    );
    const total = Object.values(cleared).reduce((sum, count) => sum + count, 0);
    return { summary: `${total} items cleared`, data: { status: 'ok', buffer: args.buffer, cleared } };
  },
});
