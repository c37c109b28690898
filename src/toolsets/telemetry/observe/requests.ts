import type { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { fault } from '../../../kernel/fault.ts';
import { quotePageText } from '../../../kernel/page-fence.ts';
import type { Reply } from '../../../kernel/tool.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import type { method, statuses } from '../arguments.ts';
import { bodyText } from '../body-text.ts';
import type { TelemetryDeps } from '../deps.ts';
import { readList } from '../read-list.ts';
import type { RecordView } from '../record-view.ts';
import { entryHead, type Headers, stackText } from '../seen.ts';

/** A request as lists show it. Its time is when it began. */
export function requestEntry(item: ItemOf<'request'>) {
  const { data } = item;
  return {
    ...entryHead(item),
    timestamp: isoMicros(Math.round(data.startTime)),
    method: data.method,
    url: data.url,
    status: data.status,
    type: data.type,
    duration_ms: Math.round(data.ms * 10) / 10,
    failure: data.failure,
    state: data.state === 'open' ? 'open' : undefined,
    from_cache: data.fromCache,
    from_service_worker: data.fromServiceWorker || undefined,
  };
}

/** "GET /api/users 200". */
export function requestWords({ data }: ItemOf<'request'>): string {
  const { method, url, status, failure } = data;
  return `${method} ${url} ${failure ?? status ?? 'without an answer'}`;
}

const FULL_BODY = 1_000_000;

export type RequestsCall = Parameters<typeof readList>[0] & {
  readonly args: z.output<z.ZodObject<typeof method & typeof statuses>>;
};

/** A page of requests by the arguments that their lists have in common. */
export const readRequests = (call: RequestsCall, keep?: (item: ItemOf<'request'>) => boolean) => {
  const { method, status_min: statusMin, status_max: statusMax } = call.args;
  return readList(call, { streams: ['request'], method, statusMin, statusMax }, keep);
};

/** One request in full. */
export async function requestReply(deps: Pick<TelemetryDeps, 'store'>, id: string | number): Promise<Reply> {
  const item = await findRequest(deps.store, id);
  return { summary: quotePageText(requestWords(item)), data: { request: await fullRequest(deps, item) } };
}

/** A request by the id that lists give, or by the one that console lines and initiators name. */
async function findRequest(store: RecordView, id: string | number): Promise<ItemOf<'request'>> {
  const seq = Number(id);
  const item = Number.isSafeInteger(seq) ? await store.get(seq) : await byOwnId(store, String(id));
  if (item?.stream === 'request') return item;
  throw fault('NO_SUCH_ITEM', { what: 'request', id: String(id) });
}

async function byOwnId(store: RecordView, id: string) {
  const { items } = await store.page({ streams: ['request'], text: id, limit: 5 });
  return items.find((item) => item.stream === 'request' && item.data.requestId === id);
}

/** Everything that is known of a request, bodies included. */
export async function fullRequest({ store }: Pick<TelemetryDeps, 'store'>, item: ItemOf<'request'>) {
  const { data } = item;
  const { initiator } = data;
  const [sent, received] = await Promise.all([
    bodyText(store, data.requestBody, FULL_BODY),
    bodyText(store, data.responseBody, FULL_BODY),
  ]);
  return {
    ...requestEntry(item),
    request_id: data.requestId,
    status_text: data.statusText,
    mime_type: data.mimeType,
    timings: data.timings,
    sizes: data.sizes,
    request_headers: headersOf(data.requestHeaders),
    response_headers: headersOf(data.responseHeaders),
    withheld_headers: data.withheldHeaders,
    has_auth: data.hasAuth,
    set_cookies: data.setCookies,
    request_body: sent?.text,
    request_truncated: sent?.isCut || undefined,
    response_body: received?.text,
    response_truncated: received?.isCut || undefined,
    initiator: initiator && {
      type: initiator.type,
      request: initiator.requestId,
      stack: stackText(initiator.stack ?? (initiator.location && [initiator.location])),
    },
    redirected_from: data.redirectedFrom,
    redirected_to: data.redirectedTo,
    blocked_reason: data.blockedReason,
    cors_error: data.corsError,
    remote_address: data.remoteAddress,
    connection: data.connection,
    priority: data.priority,
    tls: data.tls,
  };
}

/** By name; what comes more than once is a list. */
function headersOf(headers: Headers | undefined): Record<string, string | string[]> | undefined {
  if (!headers) return undefined;
  const groups = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return Object.fromEntries(
    [...groups].map(([name, some]) => [
      name,
      some.length === 1 ? some[0]![1] : some.map(([, value]) => value),
    ]),
  );
}
