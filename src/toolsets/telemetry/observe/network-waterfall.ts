import { z } from 'zod';
import { method, noise, paging, requestId, scope, statuses } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { entriesOf, listReply } from '../read-list.ts';
import { type RequestsCall, readRequests, requestEntry, requestReply } from './requests.ts';

/** Among so many are the slowest looked for. */
const MOST_SORTED = 5000;

export const networkWaterfall = defineMode({
  summary: 'Requests with status, timing, sizes.',
  input: z.object({
    ...paging,
    ...scope,
    ...method,
    ...statuses,
    sort: z.enum(['newest', 'duration']).default('newest').describe('duration: slowest first.'),
    ...noise,
    ...requestId,
  }),
  async run(call) {
    const { args, deps } = call;
    if (args.request_id !== undefined) return requestReply(deps, args.request_id);
    const list = args.sort === 'duration' ? await slowest(call) : await readRequests(call);
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
    return listReply(call, 'requests', list, entries);
  },
});

/** No cursor leads on from here: the next page by time is not the next by duration. */
async function slowest(call: RequestsCall) {
  const { items, metadata } = await readRequests({ ...call, args: { ...call.args, limit: MOST_SORTED } });
  const { cursor: _, after_cursor: __, before_cursor: ___, has_more: ____, ...rest } = metadata;
  const ms = (item: (typeof items)[number]) => (item.stream === 'request' ? item.data.ms : 0);
  return {
    items: items.toSorted((one, other) => ms(other) - ms(one)).slice(0, call.args.limit),
    metadata: rest,
  };
}
