import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { LEVELS } from '../../../store/level.ts';
import { levels, paging } from '../arguments.ts';
import { defineMode, type LogLine } from '../deps.ts';
import { pageOfMemory } from '../memory-list.ts';
import { listWords } from '../read-list.ts';

const rank = ({ level }: LogLine) => LEVELS.indexOf(level === 'warning' ? 'warn' : level);

export const extensionLogs = defineMode({
  summary: 'What the server itself says about browser and capture.',
  input: z.object({ ...paging, ...levels }),
  async run({ args, deps }) {
    const { level, min_level: least } = args;
    const list = pageOfMemory(deps.logLines(), args, (line) => {
      if (level !== undefined) return rank(line) === LEVELS.indexOf(level);
      return least === undefined || rank(line) >= LEVELS.indexOf(least);
    });
    const entries = list.items.map(({ seq, time, level, message, data }) => ({
      id: seq,
      timestamp: isoMicros(time),
      level: level === 'warning' ? 'warn' : level,
      message,
      source: 'server',
      ...(Object.keys(data).length > 0 ? { data } : {}),
    }));
    const metadata = { ...list.metadata, retrieved_at: isoMicros(deps.clock.micros()) };
    return {
      summary: listWords('lines of the server’s own log', { ...list, metadata }),
      data: { logs: entries, count: entries.length, metadata },
    };
  },
});
