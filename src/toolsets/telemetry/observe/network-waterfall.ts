import { z } from 'zod';
import { method, noise, paging, requestId, scope, statuses } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { entriesOf, listWords, readList } from '../read-list.ts';
import { findRequest, fullRequest } from './request-detail.ts';
import { requestEntry, requestWords } from './request-entry.ts';

export const networkWaterfall = defineMode({
  summary: 'Requests with status, timing, sizes.',
  input: z.object({ ...paging, ...scope, ...method, ...statuses, ...noise, ...requestId }),
  async run(call) {
    const { args, deps } = call;
    if (args.request_id !== undefined) {
      const item = await findRequest(deps.store, args.request_id);
      return { summary: requestWords(item), data: { request: await fullRequest(deps, item) } };
    }
    const list = await readList(call, {
      streams: ['request'],
      method: args.method,
      statusMin: args.status_min,
      statusMax: args.status_max,
    });
    const entries = entriesOf(list, (item) => {
      const { sizes, timings, protocol, initiator, pageUrl } = item.data;
      return {
        ...requestEntry(item),
        initiator_type: initiator?.type,
        transfer_size: sizes.transfer,
        encoded_body_size: sizes.encodedBody,
        decoded_body_size: sizes.decodedBody,
        timings,
        protocol,
        page_url: pageUrl,
      };
    });
    return {
      summary: listWords('requests', list),
      data: { entries, count: entries.length, metadata: list.metadata },
    };
  },
});
