/**
 * What the web app costs a person's browser on a day of a million items, and what 100,000 requests cost it beside
 * mitmweb and Playwright's trace viewer: `npm run bench -- app [--items 1000000] [--minutes 2] [--requests 100000]`.
 * Without items, or without requests (0), that half is left out.
 */
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import type { Evidence } from '../src/contract/evidence.ts';
import { appRig } from '../test/kit/app-rig.ts';
import { plainBrowser } from '../test/kit/browser.ts';
import { consoleLine } from '../test/kit/evidence-samples.ts';
import { seen } from '../test/kit/record.ts';
import { heapOf, type Opened, opening, peers } from './app-peers.ts';
import { requestOf } from './app-requests.ts';
import { dayOf } from './day-record.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '2' },
    requests: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
  },
});
const [items, minutes, requests, rounds] = [values.items, values.minutes, values.requests, values.rounds].map(
  Number,
) as [number, number, number, number];

const BARS = { paint: 300, script: 60 * 1024, all: 180 * 1024, filter: 150, heap: 150 };
const EACH_SECOND = 2000;
const FRAME_MS = 1000 / 60;
const DIST = resolve(import.meta.dirname, '../dist/app');

const FILTERS = [
  'status:>=400',
  'is:error',
  'lane:requests',
  '-lane:wire -lane:console',
  'method:POST',
  'tab:t3',
  'url:/orders/4711',
  'level:warn',
  'ms:>80',
  '"customer 77 "',
  'test:"buys 4700"',
  '/order 470\\d of/',
  'nowhere-to-be-found',
];

const ends: (() => unknown)[] = [];
const scope = { after: (end: () => unknown) => void ends.unshift(end) };
const say = (text: string) => process.stdout.write(`${text}\n`);
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const ms = (value: number) => `${value.toFixed(0)} ms`;
const kB = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;
const mB = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`;
let isHeld = true;

/** A row of the table; what is above its bar is missed. */
function row(what: string, said: string, value?: number, bar?: number, barSaid = ''): void {
  const isMissed = value !== undefined && bar !== undefined && value > bar;
  if (isMissed) isHeld = false;
  say(`| ${what} | ${said} | ${barSaid}${bar === undefined ? '' : isMissed ? ', **missed**' : ', held'} |`);
}

type Rig = Awaited<ReturnType<typeof appRig>>;

async function fill(rig: Rig, all: Iterable<Evidence>): Promise<void> {
  let sent = 0;
  for (const evidence of all) {
    // All of it is of whoever opens the app.
    const { session: _, ...where } = evidence.where;
    rig.see({ ...evidence, where });
    if (++sent % 5000 === 0) await rig.store.flush();
  }
  await rig.store.flush();
}

/** First paint and first rows, in a browser that knows nothing yet. */
async function starts(rig: Rig, browser: Browser): Promise<void> {
  const all: Opened[] = [];
  let scripts: readonly string[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const page = await opening(context, '.row[role=option]');
    all.push(await page.open(rig.link()));
    scripts = await page.page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
    );
    await context.close();
  }
  const weights = scripts.map(
    (name) => gzipSync(readFileSync(join(DIST, basename(name))), { level: 9 }).length,
  );
  const script = weights.reduce((sum, bytes) => sum + bytes, 0);
  const paint = median(all.map((one) => one.paint));
  row(`first paint, of ${rounds}`, ms(paint), paint, BARS.paint, 'under 300 ms');
  row('first rows', ms(median(all.map((one) => one.rows))));
  row(
    `script until then, compressed, ${scripts.length} files`,
    kB(script),
    script,
    BARS.script,
    'at most 60 kB',
  );
}

/** From the Enter key to the second picture after the answer was there, and until the page looks for no more. */
const FILTERED = `(filter) => new Promise((done) => {
  const input = document.querySelector('#filter');
  performance.clearResourceTimings();
  const start = performance.now();
  input.value = filter;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  const isThere = () => performance.getEntriesByType('resource').some((one) =>
    one.startTime >= start && one.name.includes('/api/items?') && one.responseEnd > 0);
  const look = () => requestAnimationFrame(() => {
    if (!isThere()) return look();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const first = { ms: performance.now() - start, rows: count() };
      const end = () => document.querySelector('[data-is-loading]')
        ? requestAnimationFrame(end)
        : done({ first, all: { ms: performance.now() - start, rows: count() } });
      end();
    }));
  });
  const count = () => document.querySelectorAll('.row[role=option]').length;
  look();
})`;

interface Filtered {
  readonly first: { readonly ms: number; readonly rows: number };
  readonly all: { readonly ms: number; readonly rows: number };
}

async function filters(page: Page): Promise<void> {
  for (const filter of FILTERS) {
    const all: Filtered[] = [];
    for (let round = 0; round < rounds; round++) {
      all.push(await page.evaluate<Filtered>(`(${FILTERED})(${JSON.stringify(filter)})`));
      await page.evaluate(`(${FILTERED})('')`);
    }
    const times = all.map(({ first }) => first.ms);
    const [{ first, all: whole }] = all as [Filtered];
    const rest =
      whole.rows > first.rows || first.rows === 0
        ? `, ${whole.rows} after ${ms(median(all.map((one) => one.all.ms)))}`
        : '';
    const said = `${ms(median(times))}, worst ${ms(Math.max(...times))}, ${first.rows} rows${rest}`;
    row(
      `filter to rows: \`${filter.replaceAll('|', '\\|')}\``,
      said,
      median(times),
      BARS.filter,
      'under 150 ms',
    );
  }
}

/** How many pictures the page did not draw in so many seconds, and the longest pause between two. */
const FRAMES = `(seconds) => new Promise((done) => {
  const end = performance.now() + seconds * 1000;
  let [last, missed, worst] = [performance.now(), 0, 0];
  const next = (now) => {
    const gap = now - last;
    last = now;
    worst = Math.max(worst, gap);
    missed += Math.max(0, Math.round(gap / ${FRAME_MS}) - 1);
    if (now < end) requestAnimationFrame(next);
    else done({ missed, worst });
  };
  requestAnimationFrame(next);
})`;

async function frames(page: Page, seconds: number) {
  return page.evaluate<{ missed: number; worst: number }>(`(${FRAMES})(${seconds})`);
}

/** So many items a second, until it is told to stop. */
function flood(rig: Rig): () => number {
  const start = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - start) / 1000) * EACH_SECOND);
    for (; sent < due; sent++)
      rig.see(
        seen({
          stream: 'console',
          source: 'browser',
          data: consoleLine(`live ${sent}`),
          where: { page: 't1' },
        }),
      );
  }, 10);
  return () => {
    clearInterval(timer);
    return sent / ((performance.now() - start) / 1000);
  };
}

/** Processor time of the page's main thread so far, in milliseconds; what else the machine does is not in it. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

async function live(rig: Rig, page: Page): Promise<void> {
  const seconds = 10;
  const work = await workOf(page);
  const idle = await frames(page, seconds);
  const stop = flood(rig);
  await pause(1000);
  const before = await work();
  const busy = await frames(page, seconds);
  const each = ((await work()) - before) / seconds;
  const heaps = [await heapOf(page)];
  await pause(minutes * 60_000);
  heaps.push(await heapOf(page));
  const rate = stop();
  const said = (one: typeof idle) => `${one.missed} of ${seconds * 60}, longest ${ms(one.worst)}`;
  row('pictures not drawn in 10 s, nothing comes in', said(idle));
  row(`the same, ${rate.toFixed(0)} items a second`, said(busy), busy.missed - idle.missed, 0, 'none more');
  row('main thread, processor time of each second', ms(each));
  const [first = 0, after = 0] = heaps;
  row(
    `heap after ${minutes} minutes of that (${mB(first)} before)`,
    mB(after),
    after / 1024 ** 2,
    BARS.heap,
    '150 MB after an hour',
  );
}

async function ofADay(): Promise<void> {
  const rig = await appRig(scope);
  await fill(rig, dayOf(items, Date.now() * 1000));
  const browser = await plainBrowser();
  scope.after(() => browser.close());
  say(`\n| a day of ${items.toLocaleString('en')} items | | bar |\n|---|---|---|`);
  await starts(rig, browser);
  const { page } = await rig.open({ viewport: { width: 1400, height: 900 } });
  await page.locator('.row[role=option]').first().waitFor();
  await filters(page);
  await live(rig, page);
}

async function besideOthers(): Promise<void> {
  const rig = await appRig(scope);
  const start = Date.now() * 1000 - 3600e6;
  await fill(
    rig,
    (function* () {
      for (let at = 0; at < requests; at++) yield requestOf(at, start);
    })(),
  );
  say(
    `\n| ${requests.toLocaleString('en')} requests | first rows | heap of the page | memory of its processes |\n|---|---|---|---|`,
  );
  const contenders = [
    { name: 'web app', rows: '.row[role=option]', address: () => rig.link() },
    ...(await peers(requests, scope)),
  ];
  for (const { name, address, ...way } of contenders) {
    const all: Opened[] = [];
    for (let round = 0; round < Math.min(3, rounds); round++) {
      const browser = await plainBrowser();
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
      const page = await opening(context, way.rows, 'click' in way ? way.click : undefined);
      all.push(await page.open(address()));
      await browser.close();
    }
    const of = (pick: (one: Opened) => number) => median(all.map(pick));
    say(
      `| ${name} | ${ms(of((one) => one.rows))} | ${mB(of((one) => one.heap))} | ${mB(of((one) => one.memory))} |`,
    );
  }
}

say(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`);
try {
  if (items > 0) await ofADay();
  if (requests > 0) await besideOthers();
} finally {
  for (const end of ends) await end();
}
process.exitCode = isHeld ? 0 : 1;
