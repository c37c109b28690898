import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleLine, exception, frame, request } from '../../../../test/kit/evidence-samples.ts';
import { embeddedRecord, seen } from '../../../../test/kit/record.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { systemClock } from '../../../kernel/clock.ts';
import type { Item } from '../../../store/item-row.ts';
import { BUILT_IN_RULES } from './built-in-rules.ts';
import { NoiseBook } from './noise-book.ts';
import { proposeRules } from './propose-rules.ts';

const item = (stream: Evidence['stream'], data: Record<string, unknown>): Item => ({
  ...seen({ stream, data }),
  seq: 1,
  cursor: '',
});
const line = (message: string, changes = {}) => item('console', consoleLine(message, changes));
const to = (url: string, changes = {}) => item('request', request('/', { url, ...changes }));
const socket = (url: string) => item('websocket', frame('c', 'open', { url }));

const NOISE: readonly Item[] = [
  item('exception', exception('x', { location: { url: 'chrome-extension://abc/a.js', line: 1, column: 1 } })),
  to('http://a/favicon.ico', { status: 404 }),
  to('http://a/app.js.map', { status: 404 }),
  to('http://a/api', { method: 'OPTIONS', status: 204 }),
  line('ServiceWorker registered with scope /'),
  line('Added non-passive event listener to a scroll-blocking event'),
  line('[Deprecation] Synchronous XHR'),
  line('DevTools failed to load source map'),
  line('Failed to load resource: net::ERR_BLOCKED_BY_CLIENT'),
  line('Cookie “a” will be soon rejected because it has the “SameSite” attribute'),
  line('Third-party cookie will be blocked in future'),
  line('[vite] connected.'),
  to('http://localhost/main.abc.hot-update.json'),
  line('Download the React DevTools for a better experience'),
  line('You are running Vue in development mode.'),
  line('Angular is running in development mode.'),
  line('[svelte-hmr] ready'),
  line('[Fast Refresh] rebuilding'),
  line('[next-dev] ready'),
  line('new dependencies optimized: react'),
  line('The development server has disconnected.'),
  to('https://www.google-analytics.com/collect'),
  to('https://api.segment.io/v1/t'),
  to('https://browser-intake-datadoghq.com/api'),
  to('https://o1.ingest.sentry.io/api/1/envelope'),
  line('Warning: Each child in a list should have a unique "key" prop.', { level: 'error' }),
  line('Warning: Text content did not match. hydration', { level: 'warn' }),
  to('http://localhost/_next/static/a.js'),
  to('http://localhost/@vite/client'),
  socket('ws://localhost:3000/_next/webpack-hmr'),
  socket('ws://localhost:3000/_next/hmr?id=x'),
  socket('ws://localhost:5173/?token=[redacted]'),
  socket('ws://localhost:5173/base/?token=a1B2-c3D4_e5'),
  to('http://localhost:3000/__nextjs_original-stack-frames'),
  socket('ws://127.0.0.1:9222/devtools/page/1'),
];

const SIGNAL: readonly Item[] = [
  line('Order failed', { level: 'error' }),
  line('hydration failed', { level: 'error' }),
  line('[vite] Failed to reload /src/App.tsx. This could be due to syntax errors.', { level: 'error' }),
  line('[webpack] 1 error while updating', { level: 'error' }),
  socket('wss://shop.example/live?token=[redacted]'),
  to('http://a/favicon.ico', { status: 403 }),
  to('https://notsegment.io.example.com/v1/t'),
  to('http://localhost/_next/static/a.js', { status: 500 }),
  to('http://a/api', { method: 'OPTIONS', status: 500 }),
  socket('wss://shop.example/live'),
  item('exception', exception('real')),
];

test('the built-in rules hide what they are for, all 42 of them with names of their own', async (t) => {
  const book = new NoiseBook((await embeddedRecord(t))().documents('noise'), systemClock());
  assert.equal(BUILT_IN_RULES.length, 42);
  assert.equal(new Set(BUILT_IN_RULES.map(({ id }) => id)).size, 42);
  for (const one of NOISE) assert.ok(book.isNoise(one), JSON.stringify(one.data));
  for (const one of SIGNAL) assert.ok(!book.isNoise(one), JSON.stringify(one.data));
});

test('an error is never proposed as noise, and neither is a failing address', () => {
  const errors = Array.from({ length: 50 }, () => line('broken', { level: 'error' }));
  const failing = Array.from({ length: 50 }, () => to('http://a/health', { status: 500 }));
  assert.deepEqual(proposeRules([...errors, ...failing]), []);
});

test('a hundred rules are the most', async (t) => {
  const book = new NoiseBook((await embeddedRecord(t))().documents('noise'), systemClock());
  const rule = {
    category: 'console',
    classification: 'dismissed',
    match_spec: { message_regex: 'x' },
  } as const;
  await book.add(
    Array.from({ length: 58 }, () => rule),
    'user',
  );
  await assert.rejects(book.add([rule], 'user'), /room for 0 more rules/);
});
