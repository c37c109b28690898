/**
 * One walk through the same pages with every driver: what is recorded must be the same item by item, but for what
 * the driver says that it cannot see.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { testDriver } from '../../../../test/kit/browser.ts';
import { type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { lackingGrid } from '../../../../test/kit/grid.ts';
import { attachedDriver, overGrid, servedDriver } from '../../../../test/kit/other-drivers.ts';
import { lessee, startPool } from '../../../../test/kit/pool.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import { BLIND_SPOTS, type BlindSpot } from '../../../contract/blind-spots.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { type } from '../actions/keyboard.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import type { BrowserEngine } from '../browser-engine.ts';
import type { Driver } from './driver.ts';

const noGrid = await lackingGrid();

const ICON = '<link rel=icon href="data:,">';
const PAGE = `<!doctype html><title>Walk</title>${ICON}<h1>Walk</h1>
<button id=go onclick="walk()">Go</button> <input id=name aria-label=Name> <p id=done></p>
<script>
async function walk() {
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
  const worker = new Worker('/worker.js');
  await new Promise((resolve) => { worker.onmessage = resolve; });
  worker.terminate();
  performance.mark('walked');
  document.getElementById('done').textContent = 'walked';
}
</script>`;

const ROUTES = {
  '/': PAGE,
  '/second': `<!doctype html><title>Second</title>${ICON}<h1>Second</h1><script>console.log('second-page')</script>`,
  '/worker.js': `fetch('/ok?worker').then(() => postMessage('done'));`,
  '/ok': (_request: unknown, response: { setHeader(a: string, b: string): void; end(a: string): void }) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  },
  '/broken': (request: { socket: { destroy(): void } }) => request.socket.destroy(),
};

let site: Site;
let local: readonly Seen[];
const closings: (() => unknown)[] = [];
const scope = { after: (close: () => unknown) => void closings.unshift(close) };
before(async () => {
  site = await startSite(ROUTES as never);
  const rig = await startCapture();
  local = await recorded(rig, rig.engine);
  await rig.close();
});
after(async () => {
  for (const close of closings) await close();
  await site.close();
});

interface Seen {
  readonly stream: Evidence['stream'];
  // biome-ignore lint/suspicious/noExplicitAny: masked data have no shape of their own
  readonly data: any;
}

/** Does the walk in a fresh context, and gives what was recorded of its tab. */
async function recorded(rig: Pick<CaptureRig, 'arrivals' | 'capture'>, engine: BrowserEngine) {
  await engine.createContext('walk');
  const tab = await engine.tab();
  await navigate(tab, site.url('/'));
  await type(tab, '#name', 'Ada');
  await click(tab, '#go');
  await tab.page.waitForSelector('#done:text("walked")');
  // The page says such things a moment later; once it has been left, it cannot.
  if (!rig.capture.cannot.includes('timings')) {
    const isMark = ({ stream, data }: Evidence) => stream === 'performance' && data.kind === 'mark';
    await rig.arrivals.first(isMark, 'the mark of the walk');
  }
  await navigate(tab, site.url('/second'));
  await tab.page.waitForFunction('performance.getEntriesByName("first-contentful-paint").length > 0');
  await rig.capture.settled();
  await (await engine.context('walk')).closeTab(tab.id);
  await rig.capture.settled();
  return plain(rig.arrivals.all.filter(({ where }) => where.page === tab.id));
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
function plain(items: readonly Evidence[]): readonly Seen[] {
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
  'request details': of('request', ({ method, url, type, state, status, responseBody }) => ({
    ...{ method, url, type, state, status },
    body: responseBody?.length,
  })),
  'socket handshakes': of('websocket', ({ event, direction, preview, size }) => ({
    ...{ event, direction, preview, size },
  })),
  'navigation details': of('navigation', ({ url, kind }) => ({ url, kind })),
  people: of('action', ({ source, step }) => (source === 'ai' ? { step } : undefined)),
  vitals: of('vitals', () => undefined),
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

/** What only may be missing, and need not be. */
const PERHAPS: ReadonlySet<BlindSpot> = new Set(['requests of workers']);

function assertAlike(items: readonly Seen[], cannot: readonly BlindSpot[]): void {
  assert.deepEqual(masked(items, cannot), masked(local, cannot));
  for (const spot of cannot.filter((one) => !PERHAPS.has(one))) {
    const others = cannot.filter((one) => one !== spot);
    assert.notDeepEqual(masked(items, others), masked(local, others), `"${spot}" is seen all the same`);
  }
}

function alike(
  name: string,
  cannot: readonly BlindSpot[],
  driver: () => Promise<Driver>,
  skip: string | false = false,
) {
  test(name, { skip }, async () => {
    const rig = await startCapture({}, { driver: await driver() });
    try {
      const items = await recorded(rig, rig.engine);
      assert.deepEqual(rig.capture.cannot, cannot);
      assertAlike(items, cannot);
      assert.deepEqual(rig.complaints, []);
    } finally {
      await rig.close();
    }
  });
}

describe('recorded as with a browser of our own', () => {
  test('the walk itself leaves something in every stream', () => {
    const streams = new Set(local.map(({ stream }) => stream));
    const all = new Set(Object.values(BLIND_SPOTS).flatMap(({ streams: own }) => own));
    assert.deepEqual([...streams].sort(), [...all].sort());
  });

  alike('local, once more', [], async () => testDriver());

  alike('local with a profile', [], async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alike-'));
    closings.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
    return testDriver({ userDataDir: folder });
  });

  test('an instance of the pool', async (t) => {
    const rig = await startCapture();
    t.after(() => rig.close());
    const { pool } = await startPool(t, {}, {}, { observe: rig.capture });
    const { engine } = await pool.open({}, lessee('s1'));
    assertAlike(await recorded(rig, engine), rig.capture.cannot);
    assert.deepEqual(rig.capture.cannot, []);
  });

  alike('a DevTools endpoint', [], () => attachedDriver(scope));
  alike('a Playwright server', ['requests of workers'], () => servedDriver(scope));
  alike('a grid', [], () => overGrid(scope), noGrid);

  // Playwright drives Firefox and WebKit of its own make only, which are not to be had here; they and tabs that an
  // extension shares are heard of by these events.
  alike(
    'Playwright’s events alone',
    [
      'console values',
      'browser reports',
      'rejections',
      'request details',
      'requests of workers',
      'socket handshakes',
      'navigation details',
      'people',
      'vitals',
      'timings',
    ],
    async () => {
      const driver = testDriver();
      const open: Driver['open'] = async (options) => ({
        ...(await driver.open(options)),
        hasOwnDevTools: false,
      });
      return { kind: 'local', open };
    },
  );
});
