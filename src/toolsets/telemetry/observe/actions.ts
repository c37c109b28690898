import { z } from 'zod';
import { actionEntry } from '../action-entry.ts';
import { paging, scope, source } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { entriesOf, listWords, readList } from '../read-list.ts';

export const actions = defineMode({
  summary: 'Clicks, typing and more by people, agents, the page.',
  input: z.object({ ...paging, ...scope, ...source }),
  async run(call) {
    const { source: wanted } = call.args;
    const list = await readList(
      call,
      { streams: ['action'] },
      wanted === undefined ? undefined : ({ data }) => data.source === wanted,
    );
    const entries = entriesOf(list, actionEntry);
    return {
      summary: listWords('actions', list),
      data: { entries, count: entries.length, metadata: list.metadata },
    };
  },
});
