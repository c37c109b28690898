/** What the browser recorded, as the archive takes it. */
import type {
  HarCookie,
  HarExchange,
  HarHeaders,
  HarPage,
  HarResponseInput,
  HarTimings,
  HarWebSocketMessage,
} from '../../../report/har.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import { bodyText } from '../body-text.ts';
import type { TelemetryDeps } from '../deps.ts';
import { type Body, isSnapshot, type RequestData, type WebsocketData } from '../seen.ts';
import { isDocument } from './site-parts.ts';

type Bodies = Pick<TelemetryDeps['store'], 'getBody'>;
type RequestItem = ItemOf<'request'>;

/** The bytes of a body that is kept, or why there are none. */
async function bytesOf(
  store: Bodies,
  body: Body | undefined,
): Promise<{ bytes?: Uint8Array; cut?: boolean; note?: string }> {
  if (!body) return {};
  const bytes = 'withheld' in body ? undefined : await store.getBody(body);
  if (bytes && !('withheld' in body)) return { bytes, cut: body.stored < body.length };
  const why = (await bodyText(store, body, 0))?.text.slice(1, -1);
  return why === undefined ? {} : { note: why };
}

/** As browsers write it: http/1.1, h2 and h3 by their long names. */
const versionOf = (protocol: string | undefined) =>
  ({ h2: 'HTTP/2.0', h3: 'HTTP/3.0' })[protocol ?? ''] ?? protocol?.toUpperCase() ?? 'unknown';

export async function requestExchange(
  store: Bodies,
  { data }: RequestItem,
  page: string | undefined,
): Promise<HarExchange> {
  const [sent, received] = await Promise.all([
    bytesOf(store, data.requestBody),
    bytesOf(store, data.responseBody),
  ]);
  const httpVersion = versionOf(data.protocol);
  const { sizes } = data;
  return {
    startedAt: data.startTime,
    request: {
      method: data.method,
      url: data.url,
      httpVersion,
      headers: data.requestHeaders,
      ...known('headersSize', sizes.requestHeaders),
      bodySize: sizes.requestBody ?? sent.bytes?.length ?? 0,
      ...(sent.bytes && { body: sent.bytes }),
    },
    ...(data.status !== undefined && {
      response: responseOf(data, data.status, httpVersion, received),
    }),
    timings: timingsOf(data),
    ...known('connection', data.connection),
    ...known('serverAddress', data.remoteAddress?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')),
    ...known('error', data.failure ?? (data.state === 'open' ? 'it was still under way' : undefined)),
    ...known('page', page),
    ofBrowser: {
      _resourceType: data.type,
      ...known('_priority', data.priority),
      ...known('_initiator', data.initiator && initiatorOf(data.initiator)),
      ...known('_fromCache', data.fromCache === 'prefetch' ? 'disk' : data.fromCache),
    },
  };
}

function responseOf(
  data: RequestData,
  status: number,
  httpVersion: string,
  { bytes, cut, note }: { bytes?: Uint8Array; cut?: boolean; note?: string },
): HarResponseInput {
  const { sizes } = data;
  return {
    status,
    statusText: data.statusText ?? '',
    httpVersion,
    headers: data.responseHeaders ?? [],
    ...known('headersSize', sizes.responseHeaders),
    ...known('bodySize', data.fromCache || status === 304 ? 0 : sizes.encodedBody),
    ...known('contentSize', sizes.decodedBody),
    ...known('body', bytes),
    ...(cut && { cut }),
    ...known('note', note),
    ...known('transferSize', sizes.transfer && Math.max(0, sizes.transfer)),
    cookies: (data.setCookies ?? []).map(cookieOf),
  };
}

/** Values of cookies are never recorded. */
const cookieOf = (cookie: NonNullable<RequestData['setCookies']>[number]): HarCookie => {
  const { name, path, domain, expires, httpOnly, secure, sameSite } = cookie;
  const time = expires === undefined ? Number.NaN : Date.parse(expires);
  return {
    name,
    value: '[withheld]',
    httpOnly,
    secure,
    ...known('path', path),
    ...known('domain', domain),
    ...known('sameSite', sameSite),
    ...(Number.isNaN(time) ? {} : { expires: new Date(time).toISOString() }),
  };
};

/** All of the time is waiting where nobody told the phases. */
function timingsOf({ timings, ms }: RequestData): HarTimings {
  const { send = 0, wait, receive = 0, ...before } = timings ?? {};
  const { blocked = 0, dns = 0, connect = 0 } = before;
  return { ...defined(before), send, wait: wait ?? Math.max(0, ms - blocked - dns - connect), receive };
}

const initiatorOf = ({ type, location, stack = [] }: NonNullable<RequestData['initiator']>) => {
  const spot = location ?? stack[0];
  return { type, ...(spot && { url: spot.url, lineNumber: Math.max(0, spot.line - 1) }) };
};

/** Each socket with its messages, in the order in which they were opened. */
export async function socketExchanges(
  store: Bodies,
  items: readonly ItemOf<'websocket'>[],
): Promise<readonly HarExchange[]> {
  const sockets = Map.groupBy(items, ({ data }) => data.connectionId);
  const made = [...sockets.values()].map((events) => socketExchange(store, events));
  return (await Promise.all(made)).toSorted((a, b) => a.startedAt - b.startedAt);
}

async function socketExchange(store: Bodies, events: readonly ItemOf<'websocket'>[]): Promise<HarExchange> {
  const first = events[0]!;
  const shake = events.find(({ data }) => data.requestHeaders || data.status !== undefined)?.data;
  const failure = events.find(({ data }) => data.error !== undefined)?.data.error;
  const messages = await Promise.all(
    events
      .filter(({ data }) => data.event === 'message')
      .map(async ({ data, time }): Promise<HarWebSocketMessage> => {
        return {
          time,
          type: data.direction === 'outgoing' ? 'send' : 'receive',
          opcode: data.opcode ?? 1,
          data: await messageBytes(store, data),
        };
      }),
  );
  const lasted = (events.at(-1)!.time - first.time) / 1000;
  return {
    startedAt: first.time,
    request: {
      method: 'GET',
      url: first.data.url,
      httpVersion: 'HTTP/1.1',
      headers: (shake?.requestHeaders ?? []) as HarHeaders,
      bodySize: 0,
    },
    ...(shake?.status !== undefined && {
      response: {
        status: shake.status,
        statusText: shake.status === 101 ? 'Switching Protocols' : '',
        httpVersion: 'HTTP/1.1',
        headers: (shake.responseHeaders ?? []) as HarHeaders,
        bodySize: 0,
        cookies: [],
      },
    }),
    timings: { send: 0, wait: 0, receive: lasted },
    connection: first.data.connectionId,
    ...known('error', failure),
    webSocketMessages: messages,
  };
}

async function messageBytes(store: Bodies, { body, kind, preview = '' }: WebsocketData): Promise<Uint8Array> {
  const { bytes } = await bytesOf(store, body);
  return bytes ?? Buffer.from(preview, kind === 'binary' ? 'hex' : 'utf8');
}

/** The loads of pages, and to which of them a request belongs: the last of its tab that began before it. */
export function harPagesOf(requests: readonly RequestItem[], loads: readonly ItemOf<'performance'>[]) {
  const snapshots = loads.filter(isSnapshot);
  const begun = requests.filter((item) => isDocument(item) && !item.data.redirectedTo);
  const pages = begun.map((item, index): HarPage & { readonly tab: string | undefined } => {
    const { data, where } = item;
    const timing = snapshots.find(
      (one) => one.where.page === where.page && one.data.url === data.url && one.time >= item.time,
    )?.data.timing;
    return {
      id: `page_${index + 1}`,
      startedAt: data.startTime,
      title: data.url,
      onContentLoad: timing?.domContentLoaded,
      onLoad: timing?.load,
      tab: where.page,
    };
  });
  const pageOf = ({ data, where }: RequestItem) =>
    pages.findLast(({ tab, startedAt }) => tab === where.page && startedAt <= data.startTime)?.id;
  return { pages: pages.map(({ tab: _tab, ...page }) => page), pageOf };
}

/** A field that is left out where its value is not known. */
const known = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [name in K]?: V };

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
