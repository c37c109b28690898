import type { Flow } from '../../engines/wire/flow.ts';
import type { FlowRecord } from './flow-book.ts';

export type LinkedRequest = {
  readonly seq: number;
  /** Such as "GET http://localhost:9000/api 200". */
  readonly words: string;
};

const SLACK_MICROS = 1_000_000;

/** Requests of the browser to the rule's port in the time of the flow: same port, same time, same story. */
export async function requestsThrough(record: FlowRecord, flow: Flow): Promise<LinkedRequest[]> {
  const { items } = await record.page({
    streams: ['request'],
    url: `:${flow.port}/`,
    since: flow.start - SLACK_MICROS,
    ...(flow.end === null ? {} : { until: flow.end + SLACK_MICROS }),
    limit: 50,
  });
  return items
    .filter((item) => item.stream === 'request')
    .map(({ seq, data: { method, url, status } }) => ({
      seq,
      words: `${method} ${url}${status === undefined ? '' : ` ${status}`}`,
    }));
}
