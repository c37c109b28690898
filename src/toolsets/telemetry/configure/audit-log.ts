import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { fault } from '../../../kernel/fault.ts';
import { quietPaging } from '../arguments.ts';
import { defineMode, type JournalLine } from '../deps.ts';
import { pageOfMemory } from '../memory-list.ts';
import { listWords } from '../read-list.ts';

const EVERYTHING = 10_000;

export const auditLog = defineMode({
  summary: 'Who called which tool, with what and how it ended; nothing secret.',
  input: z.object({
    ...quietPaging,
    session_id: z.string().min(1).optional(),
    tool_name: z.string().min(1).optional(),
    since: z.string().min(1).optional(),
  }),
  run({ args, deps }) {
    const since = args.since === undefined ? undefined : isoOf(args.since);
    const all = deps.journal
      .query({ limit: EVERYTHING })
      .toReversed()
      .map((line) => ({ ...line, seq: line.id, time: Date.parse(line.time) * 1000, at: line.time }));
    const list = pageOfMemory(all, args, ({ session, tool, at }) => {
      if (args.session_id !== undefined && session !== args.session_id) return false;
      if (args.tool_name !== undefined && tool !== args.tool_name) return false;
      return since === undefined || at >= since;
    });
    const entries = list.items.map(({ seq: _, time: __, at, ...line }) => entryOf({ ...line, time: at }));
    const metadata = { ...list.metadata, retrieved_at: isoMicros(deps.clock.micros()) };
    return {
      summary: listWords('calls', { ...list, metadata }),
      data: { status: 'ok', entries, count: entries.length, totals: deps.journal.totals(), metadata },
    };
  },
});

function isoOf(time: string): string {
  const parsed = Date.parse(time);
  if (Number.isNaN(parsed)) {
    const problems = [`"since" is "${time}"; it must be an ISO time such as 2026-07-28T09:30:00Z`];
    throw fault('INVALID_ARGUMENTS', { tool: 'configure', problems, param: 'since' });
  }
  return new Date(parsed).toISOString();
}

const entryOf = ({ id, time, session, client, tool, args, bytes, ms, outcome }: JournalLine) => ({
  id,
  timestamp: time,
  session_id: session,
  ...(client === undefined ? {} : { client_id: client }),
  tool_name: tool,
  parameters: args,
  response_size: bytes,
  duration_ms: ms,
  success: outcome === 'ok',
  ...(outcome === 'ok' ? {} : { error_message: outcome }),
});
