import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { pageLimit, paging, scope } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { pageOfMemory } from '../memory-list.ts';
import { listWords } from '../read-list.ts';
import { recordingEntry } from './recording-entry.ts';

export const recordings = defineMode({
  summary: 'Recordings of actions.',
  input: z.object({ ...paging, limit: pageLimit(10), url: scope.url }),
  async run({ args, deps }) {
    const all = (await deps.recordings.list()).map((one, index) => ({
      ...one,
      seq: index + 1,
      time: one.start,
    }));
    const wanted = args.url?.toLowerCase();
    const list = pageOfMemory(
      all,
      args,
      ({ start_url: url }) => wanted === undefined || url.toLowerCase().includes(wanted),
    );
    const entries = list.items.map(recordingEntry);
    return {
      summary: listWords('recordings', list),
      data: {
        recordings: entries,
        count: entries.length,
        limit: args.limit,
        metadata: { ...list.metadata, retrieved_at: isoMicros(deps.clock.micros()) },
      },
    };
  },
});
