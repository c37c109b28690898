import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { scope, socket } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { pageFilter } from '../tabs.ts';

export const websocketStatus = defineMode({
  summary: 'Sockets open now, with rates, and those closed lately.',
  input: z.object({ url: scope.url, tab_id: scope.tab_id, connection_id: socket.connection_id }),
  async run({ args, deps }) {
    await deps.sockets.load();
    const { page } = pageFilter(args.tab_id) as { page?: string };
    const wanted = deps.sockets
      .list()
      .filter(({ id }) => args.connection_id === undefined || id === args.connection_id)
      .filter(({ url }) => args.url === undefined || url.toLowerCase().includes(args.url.toLowerCase()))
      .filter((one) => page === undefined || one.page === page);
    const now = deps.clock.micros();
    const connections = wanted.filter(({ closed }) => !closed).map((one) => one.status(now));
    const closed = wanted.filter((one) => one.closed).map((one) => one.ending());
    return {
      summary: `${connections.length} sockets open, ${closed.length} closed`,
      data: {
        connections,
        closed,
        active_count: connections.length,
        closed_count: closed.length,
        metadata: { retrieved_at: isoMicros(now) },
      },
    };
  },
});
