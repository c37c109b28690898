/**
 * What the network panel of Chrome makes of an archive that is given to it. It refuses the whole file where an object,
 * a date or a number is none, and silently drops messages and types that it does not know.
 */
type Given = Readonly<Record<string, unknown>>;

export interface ImportedRequest {
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly hasPage: boolean;
  readonly messages: readonly { readonly type: string; readonly data: string }[];
}

const TYPES = new Set(
  `document stylesheet image media font script texttrack xhr fetch prefetch eventsource websocket webtransport manifest
  signed-exchange ping csp-violation-report preflight other`.split(/\s+/),
);
const PRIORITIES = new Set(['VeryLow', 'Low', 'Medium', 'High', 'VeryHigh']);

export function importAsChrome(archive: unknown): readonly ImportedRequest[] {
  const log = object(object(archive, 'the archive').log, 'log');
  object(log.creator, 'log.creator');
  const pages = new Set(list(log.pages).map((page) => page.id));
  for (const page of list(log.pages)) {
    date(page.startedDateTime, 'a page');
    numbers(object(page.pageTimings, 'pageTimings'), [], ['onContentLoad', 'onLoad']);
  }
  if (!Array.isArray(log.entries)) throw new Error('log.entries is no list');
  return list(log.entries)
    .map((entry) => ({ entry, at: date(entry.startedDateTime, 'an entry') }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ entry }) => importEntry(entry, pages));
}

function importEntry(entry: Given, pages: ReadonlySet<unknown>): ImportedRequest {
  numbers(entry, ['time'], []);
  const request = object(entry.request, 'request');
  numbers(request, ['headersSize', 'bodySize'], []);
  const response = object(entry.response, 'response');
  numbers(response, ['status', 'headersSize', 'bodySize'], ['_transferSize']);
  for (const cookie of [...list(request.cookies), ...list(response.cookies)])
    if (cookie.expires) date(cookie.expires, 'a cookie');
  list(request.headers);
  list(response.headers);
  list(request.queryString);
  if (request.postData) list(object(request.postData, 'postData').params);
  numbers(object(response.content, 'content'), ['size'], ['compression']);
  numbers(
    object(entry.timings, 'timings'),
    ['send', 'wait', 'receive'],
    ['blocked', 'dns', 'connect', 'ssl'],
  );
  if (entry._initiator !== undefined) object(entry._initiator, '_initiator');
  if (entry._priority !== undefined && !PRIORITIES.has(String(entry._priority)))
    throw new Error(`Chrome knows no priority ${entry._priority}`);
  const type = String(entry._resourceType ?? 'other');
  return {
    url: String(request.url),
    status: Number(response.status),
    type: TYPES.has(type) ? type : 'other',
    hasPage: pages.has(entry.pageref),
    messages: list(entry._webSocketMessages)
      .filter(
        ({ time, opcode, data, type: way }) =>
          !Number.isNaN(Number(time ?? Number.NaN)) &&
          !Number.isNaN(Number(opcode ?? Number.NaN)) &&
          data !== undefined &&
          /^(?:send|receive|error)$/.test(String(way)),
      )
      .map(({ type: way, data }) => ({ type: String(way), data: String(data) })),
  };
}

function object(value: unknown, what: string): Given {
  if (!value || typeof value !== 'object') throw new Error(`${what} is no object`);
  return value as Given;
}

/** What is no list is taken for an empty one. */
const list = (value: unknown): readonly Given[] =>
  Array.isArray(value) ? value.map((one) => object(one, 'an item of a list')) : [];

function date(value: unknown, what: string): number {
  const time = new Date(value as string).getTime();
  if (Number.isNaN(time)) throw new Error(`${what} has no date: ${value}`);
  return time;
}

function numbers(given: Given, needed: readonly string[], optional: readonly string[]): void {
  for (const name of [...needed, ...optional.filter((one) => given[one] !== undefined)])
    if (Number.isNaN(Number(given[name]))) throw new Error(`${name} is no number: ${given[name]}`);
}
