import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import { noise, paging, scope, socket } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { entriesOf, listReply, readList } from '../read-list.ts';
import { entryHead } from '../seen.ts';
import { pageOf } from '../tabs.ts';

export const websocketEvents = defineMode({
  summary: 'Frames, opening, closing.',
  input: z.object({ ...paging, ...scope, ...socket, ...noise }),
  async run(call) {
    const { connection_id: connection, direction } = call.args;
    const list = await readList(call, { streams: ['websocket'], connection, direction });
    return listReply(call, 'socket events', list, entriesOf(list, socketEntry));
  },
});

function socketEntry(item: ItemOf<'websocket'>) {
  const { data } = item;
  return {
    ...entryHead(item),
    event: data.event,
    connection_id: data.connectionId,
    url: data.url,
    direction: data.direction,
    data: data.preview,
    size: data.size,
    ...(data.kind === 'binary' ? { binary_format: 'hex' } : {}),
    ...(data.cut ? { truncated: true } : {}),
    status: data.status,
    code: data.code,
    reason: data.reason,
    was_clean: data.wasClean,
    error: data.error,
  };
}

export const websocketStatus = defineMode({
  summary: 'Sockets open now and lately, with rates.',
  input: z.object({ url: scope.url, tab_id: scope.tab_id, connection_id: socket.connection_id }),
  async run({ args, deps }) {
    await deps.sockets.load();
    const page = pageOf(args.tab_id);
    const wanted = deps.sockets
      .list()
      .filter(({ session }) => deps.sees(session))
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
