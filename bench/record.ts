/**
 * What capture costs a page, and how long tools take beside a page that says much: `node bench/record.ts
 * [pages|calls] [rounds]`. For the first, the same pages in two browsers at a time, one watched and one not, in
 * turns, so that what else the machine does weighs on both alike.
 */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { BrowserEngine } from '../src/engines/browser/browser-engine.ts';
import { BrowserProcess } from '../src/engines/browser/browser-process.ts';
import { Capture } from '../src/engines/browser/capture/capture.ts';
import { localDriver } from '../src/engines/browser/drivers/local.ts';
import type { Tab } from '../src/engines/browser/page/tab.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLog } from '../src/kernel/log.ts';
import { openStore } from '../src/store/store.ts';
import { measureCalls } from './record-calls.ts';

const ROUNDS = 40;
const EVENT_BAR = 0.1;
const LOAD_BAR = 20;

interface Row {
  readonly what: string;
  readonly plain: number;
  readonly watched: number;
  readonly bar: number | undefined;
}

/** Done so often; what they cost the page in processor time, then and soon after. */
const EVENTS: Readonly<Record<string, { readonly count: number; readonly script: string }>> = {
  'console.log of two words': { count: 2000, script: `(i) => console.log('line', i)` },
  'console.log of an object': {
    count: 1000,
    script: `(i) => console.log('line', { i, at: { deep: [1, 2] } })`,
  },
  click: { count: 1000, script: `() => document.getElementById('target').click()` },
  'typing a character': {
    count: 1000,
    script: `(i) => { field.value = 'x' + i; field.dispatchEvent(new InputEvent('input', { bubbles: true })); }`,
  },
  'performance.mark': { count: 2000, script: `(i) => performance.mark('m' + i)` },
  'socket message': { count: 2000, script: `(i) => socketOpen.then((socket) => socket.send('frame ' + i))` },
  fetch: { count: 200, script: `(i) => fetch('/small?' + i).then((r) => r.text())` },
};

/** Prints Markdown tables and says whether every bar was held. */
export async function run(part?: string, rounds?: number): Promise<boolean> {
  process.stdout.write(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n`);
  const isPagesHeld = part === 'calls' || (await pages(rounds));
  const isCallsHeld = part === 'pages' || printCalls(await measureCalls(rounds));
  return isPagesHeld && isCallsHeld;
}

async function pages(rounds = ROUNDS): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-record-'));
  const site = await startBenchSite();
  const store = openStore({ folder, clock: systemClock(), log: silentLog });
  await store.open();
  const options = { clock: systemClock(), log: silentLog, sink: store.sink, instance: 'bench' };
  const capture = new Capture({ ...options, putBody: (content) => store.putBody(content) });
  const driver = () => localDriver({ log: silentLog, env: process.env, headless: true });
  const plain = new BrowserEngine(new BrowserProcess({ ...options, driver: driver(), outputDir: folder }));
  const watched = new BrowserEngine(
    new BrowserProcess({ ...options, driver: driver(), outputDir: folder, observe: capture }),
  );
  try {
    const [plainTab, watchedTab] = [await plain.tab(), await watched.tab()];
    for (const tab of [plainTab, watchedTab]) {
      await (await tab.cdp.session()).send('Performance.enable', { timeDomain: 'threadTicks' });
    }
    const rows = [
      ...(await loads(site, plainTab, watchedTab, rounds)),
      ...(await events(site, plainTab, watchedTab, Math.ceil(rounds / 8))),
    ];
    return print(rows);
  } finally {
    await Promise.all([plain.close(), watched.close()]);
    await capture.close();
    await store.close();
    await site.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}

interface BenchSite {
  readonly origin: string;
  terminate(): Promise<unknown>;
}

/** In a thread of its own: in life, too, the server of a page is not the one that watches it. */
async function startBenchSite(): Promise<BenchSite> {
  const worker = new Worker(new URL('./record-site.ts', import.meta.url));
  const [origin] = await once(worker, 'message');
  return { origin, terminate: () => worker.terminate() };
}

/** Processor time of the page's main thread, in milliseconds: what else the machine does is not in it. */
async function pageCpu(tab: Tab): Promise<number> {
  const session = await tab.cdp.session();
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

const REST = 'new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 100))';

async function loads(site: BenchSite, plain: Tab, watched: Tab, rounds: number): Promise<Row[]> {
  const [wall, cpu] = [both(), both()];
  for (let round = -2; round < rounds; round++) {
    for (const [name, tab] of inTurn(round, plain, watched)) {
      await tab.page.goto(site.origin, { waitUntil: 'load' });
      await tab.page.evaluate(REST);
      const ms: number = await tab.page.evaluate(
        `performance.getEntriesByType('navigation')[0].loadEventStart`,
      );
      // The first two warm the browsers up. The counter begins anew with each document.
      if (round >= 0) wall[name].push(ms);
      if (round >= 0) cpu[name].push(await pageCpu(tab));
    }
  }
  return [
    { what: 'load, median', ...at(wall, 0.5), bar: undefined },
    { what: 'load, p95', ...at(wall, 0.95), bar: LOAD_BAR },
    { what: 'load, processor time, median', ...at(cpu, 0.5), bar: undefined },
    { what: 'load, processor time, p95', ...at(cpu, 0.95), bar: LOAD_BAR },
  ];
}

async function events(site: BenchSite, plain: Tab, watched: Tab, rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, { count, script }] of Object.entries(EVENTS)) {
    const times = both();
    for (let round = -1; round < rounds; round++) {
      for (const [name, tab] of inTurn(round, plain, watched)) {
        await tab.page.goto(site.origin, { waitUntil: 'load' });
        await tab.page.evaluate(REST);
        const before = await pageCpu(tab);
        await tab.page.evaluate(`repeat(${count}, ${script})`);
        await tab.page.evaluate(REST);
        if (round >= 0) times[name].push((await pageCpu(tab)) - before);
      }
    }
    const { plain: without, watched: cost } = at(times, 0.5);
    rows.push({ what, plain: without / count, watched: cost / count, bar: EVENT_BAR });
  }
  return rows;
}

const both = () => ({ plain: [] as number[], watched: [] as number[] });

const at = (times: ReturnType<typeof both>, part: number) => ({
  plain: quantile(times.plain, part),
  watched: quantile(times.watched, part),
});

function inTurn(round: number, plain: Tab, watched: Tab): (readonly ['plain' | 'watched', Tab])[] {
  const both = [['plain', plain] as const, ['watched', watched] as const];
  return round % 2 === 0 ? both : both.reverse();
}

function print(rows: readonly Row[]): boolean {
  let isHeld = true;
  const lines = rows.map(({ what, plain, watched, bar }) => {
    const cost = watched - plain;
    const isMissed = bar !== undefined && cost > bar;
    if (isMissed) isHeld = false;
    const limit = bar === undefined ? '' : `≤ ${bar} ms${isMissed ? ' MISSED' : ''}`;
    return `| ${what} | ${plain.toFixed(3)} | ${watched.toFixed(3)} | ${cost.toFixed(3)} | ${limit} |`;
  });
  const head = ['| what | without, ms | watched, ms | cost | bar |', '|---|---|---|---|---|'];
  process.stdout.write(`\n${[...head, ...lines].join('\n')}\n`);
  return isHeld;
}

function printCalls(rows: Awaited<ReturnType<typeof measureCalls>>): boolean {
  const lines = rows.map(
    ({ what, quiet, flooded, bar, isHeld }) =>
      `| ${what} | ${quiet.toFixed(0)} | ${flooded.toFixed(0)} | ${bar}${isHeld ? '' : ' MISSED'} |`,
  );
  const head = [
    '| call (how often) | quiet page, p95 ms | flooded page, p95 ms | bar |',
    '|---|---|---|---|',
  ];
  process.stdout.write(`\n${[...head, ...lines].join('\n')}\n`);
  return rows.every(({ isHeld }) => isHeld);
}

function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const rounds = args.find((arg) => /^\d+$/.test(arg));
  const part = args.find((arg) => !/^\d+$/.test(arg));
  process.exitCode = (await run(part, rounds === undefined ? undefined : Number(rounds))) ? 0 : 1;
}
