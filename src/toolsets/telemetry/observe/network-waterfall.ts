import { z } from 'zod';
import { method, noise, paging, requestId, scope, statuses } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { entriesOf, listWords, readList } from '../read-list.ts';
import { findRequest, fullRequest } from './request-detail.ts';
import { requestEntry, requestWords } from './request-entry.ts';

/** Among so many are the slowest looked for. */
const MOST_SORTED = 5000;

export const networkWaterfall = defineMode({
  summary: 'Requests with status, timing, sizes.',
  input: z.object({
    ...paging,
    ...scope,
    ...method,
    ...statuses,
    sort: z
      .enum(['newest', 'duration'])
      .default('newest')
      .describe(`duration: slowest first (of the newest ${MOST_SORTED}).`),
    ...noise,
    ...requestId,
  }),
  async run(call) {
    const { args, deps } = call;
    if (args.request_id !== undefined) {
      const item = await findRequest(deps.store, args.request_id);
      return { summary: requestWords(item), data: { request: await fullRequest(deps, item) } };
    }
    const list = args.sort === 'duration' ? await slowest(call) : await read(call);
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

type WaterfallCall = Parameters<typeof readList>[0] & {
  readonly args: { readonly method?: string | undefined } & {
    readonly [bound in 'status_min' | 'status_max']?: number | undefined;
  };
};

const read = (call: WaterfallCall) =>
  readList(call, {
    streams: ['request'],
    method: call.args.method,
    statusMin: call.args.status_min,
    statusMax: call.args.status_max,
  });

/** No cursor leads on from here: the next page by time is not the next by duration. */
async function slowest(call: WaterfallCall) {
  const { items, metadata } = await read({ ...call, args: { ...call.args, limit: MOST_SORTED } });
  const { cursor: _, after_cursor: __, before_cursor: ___, has_more: ____, ...rest } = metadata;
  const ms = (item: (typeof items)[number]) => (item.stream === 'request' ? item.data.ms : 0);
  return {
    items: items.toSorted((one, other) => ms(other) - ms(one)).slice(0, call.args.limit),
    metadata: rest,
  };
}
