import { z } from 'zod';
import { errorId, noise, paging, scope, source } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { ERRORS, errorEntry, errorSource, isToldTwice } from '../error-entry.ts';
import { entriesOf, listWords, readList } from '../read-list.ts';
import { errorDetail } from './error-detail.ts';

export const errors = defineMode({
  summary: 'Exceptions, rejections, console errors, failed requests (4xx, 5xx, no answer).',
  input: z.object({ ...paging, ...scope, ...source, ...noise, ...errorId }),
  async run(call) {
    const { args } = call;
    if (args.error_id !== undefined) return errorDetail(call.deps, args.error_id);
    const wanted = args.source;
    const list = await readList(
      call,
      ERRORS,
      (item) => !isToldTwice(item) && (wanted === undefined || errorSource(item) === wanted),
    );
    const entries = entriesOf(list, errorEntry);
    return {
      summary: listWords('errors', list),
      data: { errors: entries, count: entries.length, metadata: list.metadata },
    };
  },
});
