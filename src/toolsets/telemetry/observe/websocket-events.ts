import { z } from 'zod';
import type { ItemOf } from '../../../store/item-row.ts';
import { noise, paging, scope, socket } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { entriesOf, listWords, readList } from '../read-list.ts';
import { placeOf } from '../seen.ts';

export const websocketEvents = defineMode({
  summary: 'Frames both ways, opening and closing of sockets.',
  input: z.object({ ...paging, ...scope, ...socket, ...noise }),
  async run(call) {
    const { connection_id: connection, direction } = call.args;
    const list = await readList(call, { streams: ['websocket'], connection, direction });
    const entries = entriesOf(list, socketEntry);
    return {
      summary: listWords('socket events', list),
      data: { entries, count: entries.length, metadata: list.metadata },
    };
  },
});

function socketEntry(item: ItemOf<'websocket'>) {
  const { data } = item;
  return {
    ...placeOf(item),
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
