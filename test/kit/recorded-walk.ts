/** A walk through pages that leaves something in every stream, and how two records of it are compared. */
import assert from 'node:assert/strict';
import type { BlindSpot } from '../../src/contract/blind-spots.ts';
import type { Evidence } from '../../src/contract/evidence.ts';
import type { Site } from './site.ts';

const ICON = '<link rel=icon href="data:,">';
const PAGE = `<!doctype html><title>Walk</title>${ICON}<h1>Walk</h1>
<button id=go onclick="walk()">Go</button> <input id=name aria-label=Name> <p id=done></p>
<script>
async function walk() {
  // At once: what changes later is not always what the click did.
  document.getElementById('done').textContent = 'walking';
  for (const level of ['debug', 'log', 'info', 'warn', 'error']) console[level](level + '-line');
  console.log('object', { a: 1, list: [1, 2] });
  setTimeout(() => { throw new TypeError('thrown'); });
  Promise.reject(new Error('rejected'));
  await fetch('/ok', { method: 'POST', body: '{"sent":1}', headers: { 'content-type': 'application/json' } });
  await fetch('/missing');
  await fetch('/broken').catch(() => {});
  await new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', '/ok?xhr');
    xhr.onload = resolve;
    xhr.send();
  });
  await new Promise((resolve) => {
    const socket = new WebSocket('ws://' + location.host + '/socket?close=4001');
    socket.onopen = () => socket.send('hello');
    socket.onclose = resolve;
  });
  navigator.sendBeacon('/beacon', 'left behind');
  await new Promise((resolve) => {
    const source = new EventSource('/events');
    source.onmessage = () => { source.close(); resolve(); };
  });
  localStorage.setItem('cart', '{"items":1,"token":"tulips"}');
  localStorage.setItem('cart', '{"items":1,"token":"tulips"}');
  localStorage.setItem('authToken', 'tulips');
  localStorage.removeItem('cart');
  sessionStorage.setItem('step', 2);
  sessionStorage.clear();
  sessionStorage.clear();
  localStorage.theme = 'dark';
  const worker = new Worker('/worker.js');
  await new Promise((resolve) => { worker.onmessage = resolve; });
  worker.terminate();
  performance.mark('walked');
  document.getElementById('done').textContent = 'walked';
}
</script>`;

export const ROUTES = {
  '/': PAGE,
  '/second': `<!doctype html><title>Second</title>${ICON}<h1>Second</h1><script>console.log('second-page')</script>`,
  '/worker.js': `fetch('/ok?worker').then(() => postMessage('done'));`,
  '/ok': (_request: unknown, response: { setHeader(a: string, b: string): void; end(a: string): void }) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  },
  '/beacon': '',
  '/events': (
    _request: unknown,
    response: { setHeader(a: string, b: string): void; write(a: string): void },
  ) => {
    response.setHeader('content-type', 'text/event-stream');
    response.write('data: one\n\n');
  },
  '/broken': (request: { socket: { destroy(): void } }) => request.socket.destroy(),
};

export interface Seen {
  readonly stream: Evidence['stream'];
  // biome-ignore lint/suspicious/noExplicitAny: masked data have no shape of their own
  readonly data: any;
}

/** Different in every run, whoever looks. */
const RUN = new Set([
  'requestId',
  'documentId',
  'connectionId',
  'connection',
  'startTime',
  'ms',
  'timings',
  'sizes',
  'remoteAddress',
  'blob',
  'settledBy',
  'x',
  'y',
  'start',
  'requestHeaders',
  'responseHeaders',
  'totals',
  'violatingNodeId',
]);

/** Without what differs from run to run, in one order. */
export function plain(items: readonly Evidence[], site: Site): readonly Seen[] {
  const text = (data: unknown) =>
    JSON.parse(
      JSON.stringify(data, (key, value) => {
        if (RUN.has(key)) return Array.isArray(value) ? value.length > 0 : typeof value;
        return typeof value === 'string'
          ? value.replaceAll(site.origin, 'http://site').replaceAll(site.origin.slice(7), 'site')
          : value;
      }),
    );
  const measured = items.filter(({ stream }) => stream === 'vitals' || stream === 'performance');
  // The script of a worker is told to the worker, which may be gone by then.
  const others = items.filter(
    (item) =>
      !measured.includes(item) && !(item.stream === 'request' && item.data.url.endsWith('/worker.js')),
  );
  return ordered([...others.map(({ stream, data }) => ({ stream, data: text(data) })), ...figures(measured)]);
}

/** How often something is measured is a matter of time; what is known in the end is not. */
function figures(items: readonly Evidence[]): readonly Seen[] {
  const known = items.flatMap(({ stream, data }): string[] => {
    if (stream === 'performance')
      return [data.kind === 'snapshot' ? 'snapshot' : `${data.kind} ${data.name}`];
    return stream === 'vitals'
      ? Object.keys(data).filter((name) => /^(lcp|fcp|cls|ttfb|inp)$/.test(name))
      : [];
  });
  return [...new Set(known.filter((name) => !name.startsWith('longtask')))].map((name) => ({
    stream: /^(lcp|fcp|cls|ttfb|inp)$/.test(name) ? 'vitals' : 'performance',
    data: { name },
  }));
}

const ordered = (items: readonly Seen[]) =>
  items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** What each blind spot takes away. */
const MASKS: Readonly<Record<BlindSpot, (item: Seen) => Seen | undefined>> = {
  'console values': of('console', ({ args, stack, location, message, ...rest }) => ({
    ...rest,
    message: message.split(' ')[0],
  })),
  'browser reports': of('console', (data) => (data.category === 'console' ? data : undefined)),
  rejections: of('exception', ({ url, name, message }) => ({ url, name, message })),
  'bodies of documents': of('request', ({ responseBody, ...data }) =>
    /^(fetch|xhr)$/.test(data.type) ? { ...data, responseBody } : data,
  ),
  'request details': of('request', ({ method, url, type, state, status, responseBody }) => ({
    method,
    url,
    type,
    state,
    status,
    body: responseBody?.length,
  })),
  'socket handshakes': of('websocket', ({ event, direction, preview, size }) => ({
    event,
    direction,
    preview,
    size,
  })),
  'navigation details': (item) => {
    // Who began it is what makes it somebody's action, and where a page was opened is on the way to its first address.
    if (item.stream === 'action' && item.data.type === 'navigate' && item.data.source === 'human')
      return undefined;
    return of('navigation', ({ url, kind }) => ({ url: kind === 'opened' ? '' : url, kind }))(item);
  },
  'source maps': (item) => item,
  people: of('action', ({ source, step }) => (source === 'ai' ? { step } : undefined)),
  vitals: of('vitals', () => undefined),
  storage: of('storage', () => undefined),
  timings: of('performance', () => undefined),
  'requests of workers': of('request', (data) =>
    data.worker === undefined && !data.url.endsWith('?worker') ? data : undefined,
  ),
};

// biome-ignore lint/suspicious/noExplicitAny: masked data have no shape of their own
function of(stream: Seen['stream'], change: (data: any) => object | undefined) {
  return (item: Seen): Seen | undefined => {
    if (item.stream !== stream) return item;
    const data = change(item.data);
    return data && { stream, data };
  };
}

function masked(items: readonly Seen[], spots: readonly BlindSpot[]): readonly Seen[] {
  const shown = spots.reduce<readonly Seen[]>(
    (rest, spot) => rest.map(MASKS[spot]).filter((item) => item !== undefined),
    items,
  );
  // Several events of one step are one step to those who do not see them.
  const plain = spots.includes('people')
    ? [...new Map(shown.map((item) => [keyOf(item), item])).values()]
    : shown;
  return ordered(plain);
}

const keyOf = (item: Seen) => (item.stream === 'action' ? JSON.stringify(item) : item);

/** What the first list holds and the second does not, each as often as it does. */
function without(items: readonly Seen[], others: readonly Seen[]): readonly string[] {
  const left = others.map((item) => JSON.stringify(item));
  return items
    .map((item) => JSON.stringify(item))
    .filter((text) => {
      const at = left.indexOf(text);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
}

/** What only may be missing, and need not be. */
const PERHAPS: ReadonlySet<BlindSpot> = new Set(['requests of workers', 'source maps']);

export function assertAlike(
  items: readonly Seen[],
  local: readonly Seen[],
  cannot: readonly BlindSpot[],
): void {
  const [here, there] = [masked(items, cannot), masked(local, cannot)];
  assert.deepEqual(without(here, there), [], 'seen here only');
  assert.deepEqual(without(there, here), [], 'not seen here');
  for (const spot of cannot.filter((one) => !PERHAPS.has(one))) {
    const others = cannot.filter((one) => one !== spot);
    assert.notDeepEqual(masked(items, others), masked(local, others), `"${spot}" is seen all the same`);
  }
}
