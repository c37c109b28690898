import type { RequestSeen, SeenBody } from '../../src/contract/watching.ts';

type Details = chrome.webRequest.Details;

interface Open {
  readonly at: number;
  readonly body?: SeenBody | undefined;
  headers?: readonly (readonly [string, string])[];
}

const EVERY = { urls: ['http://*/*', 'https://*/*'] };
/** Chrome keeps some headers back unless they are asked for by this word, which Firefox does not know. */
const EXTRA = chrome.webRequest.OnSendHeadersOptions?.EXTRA_HEADERS ? ['extraHeaders'] : [];
/** Requests that never end must not fill the memory. */
const MOST_OPEN = 5_000;

/**
 * What granted pages ask for, as the browser itself tells it. A request whose beginning was heard by a worker that has
 * died since is told by its end alone.
 */
export function hearRequests(tell: (tab: number, frame: number, word: RequestSeen) => void): void {
  const open = new Map<string, Open>();
  const { webRequest } = chrome;
  webRequest.onBeforeRequest.addListener(
    (details) => {
      if (open.size < MOST_OPEN)
        open.set(details.requestId, { at: details.timeStamp, body: formOf(details) });
    },
    EVERY,
    ['requestBody'],
  );
  webRequest.onSendHeaders.addListener(
    ({ requestId, requestHeaders }) => {
      const known = open.get(requestId);
      if (known) known.headers = pairs(requestHeaders);
    },
    EVERY,
    ['requestHeaders', ...EXTRA],
  );
  const ended = (details: Details, isOver: boolean) => {
    const known = open.get(details.requestId);
    if (isOver) open.delete(details.requestId);
    else open.set(details.requestId, { at: details.timeStamp });
    if (details.tabId < 0 || details.type === 'websocket') return;
    tell(details.tabId, details.frameId, wordOf(details, known));
  };
  const told = ['responseHeaders', ...EXTRA];
  webRequest.onBeforeRedirect.addListener((details) => ended(details, false), EVERY, told);
  webRequest.onCompleted.addListener((details) => ended(details, true), EVERY, told);
  webRequest.onErrorOccurred.addListener((details) => ended(details, true), EVERY);
}

function wordOf(details: Details, known: Open | undefined): RequestSeen {
  const { requestId: id, type, method, url, statusCode, statusLine, error, redirectUrl, ip } = details;
  const statusText = statusLine?.split(' ').slice(2).join(' ');
  return {
    say: 'request',
    id,
    type,
    method,
    url,
    at: known?.at ?? details.timeStamp,
    ms: known ? details.timeStamp - known.at : 0,
    ...(statusCode && { status: statusCode }),
    ...(statusText && { statusText }),
    requestHeaders: known?.headers ?? [],
    ...(known?.body && { requestBody: known.body }),
    ...(details.responseHeaders && { responseHeaders: pairs(details.responseHeaders) }),
    isFromCache: details.fromCache === true,
    ...(ip && { ip }),
    ...(redirectUrl && { redirectedTo: redirectUrl }),
    ...(error && { failure: error }),
  };
}

const pairs = (headers: Details['requestHeaders'] = []): readonly (readonly [string, string])[] =>
  headers.map(({ name, value = '' }) => [name, value] as const);

/** Forms that are sent off; what scripts send is heard in the page. */
function formOf({ type, method, requestBody }: Details): SeenBody | undefined {
  if (method === 'GET' || (type !== 'main_frame' && type !== 'sub_frame') || !requestBody?.formData)
    return undefined;
  const pairs = Object.entries(requestBody.formData).flatMap(([name, values]) =>
    values.map((value) => [name, String(value)]),
  );
  return { text: String(new URLSearchParams(pairs)) };
}
