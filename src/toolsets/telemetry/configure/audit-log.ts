import { z } from 'zod';
import { microsOf } from '../../../kernel/arguments.ts';
import { paging, scope } from '../arguments.ts';
import { defineMode, type JournalLine } from '../deps.ts';
import { pageOfMemory } from '../memory-list.ts';
import { listReply } from '../read-list.ts';

const EVERYTHING = 10_000;

export const auditLog = defineMode({
  summary: 'Calls of agents.',
  input: z.object({
    after_cursor: paging.after_cursor,
    limit: paging.limit,
    session_id: z.string().min(1).optional().describe('As in its lines.'),
    tool_name: z.string().min(1).optional(),
    since: scope.since,
  }),
  run(call) {
    const { args, deps, caller } = call;
    const since = microsOf(args.since);
    const all = deps.journal
      .query({ limit: EVERYTHING, caller: caller.name })
      .toReversed()
      .map((line) => ({ ...line, seq: line.id, time: Date.parse(line.time) * 1000, at: line.time }));
    const list = pageOfMemory(call, all, ({ session, tool, time }) => {
      if (args.session_id !== undefined && session !== args.session_id) return false;
      if (args.tool_name !== undefined && tool !== args.tool_name) return false;
      return since === undefined || time >= since;
    });
    const entries = list.items.map(({ seq: _, time: __, at, ...line }) => entryOf({ ...line, time: at }));
    const { data, ...reply } = listReply(call, 'calls', list, entries);
    return { ...reply, data: { status: 'ok', ...data, totals: deps.journal.totals(caller.name) } };
  },
});

const entryOf = ({ id, time, session, client, tool, args, bytes, ms, outcome }: JournalLine) => ({
  id,
  timestamp: time,
  session_id: session,
  client_id: client,
  tool_name: tool,
  parameters: args,
  response_size: bytes,
  duration_ms: ms,
  success: outcome === 'ok',
  error_message: outcome === 'ok' ? undefined : outcome,
});
