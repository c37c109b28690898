// Time to a usable page and memory, for many browsers and many contexts, beside a plain playwright-core script.
//   npm run bench -- instances [--repetitions 5] [--counts 1,5,10] [--no-grid]
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { BrowserEngine } from '../src/engines/browser/browser-engine.ts';
import { BrowserProcess } from '../src/engines/browser/browser-process.ts';
import { findBrowser } from '../src/engines/browser/launch/find-browser.ts';
import { loadPlaywright } from '../src/engines/browser/launch/load-playwright.ts';
import { InstancePool } from '../src/engines/browser/pool/instance-pool.ts';
import { memoryOf } from '../src/engines/browser/pool/process-memory.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLog } from '../src/kernel/log.ts';
import { lackingGrid, startGrid } from '../test/kit/grid.ts';

const { values } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '5' },
    counts: { type: 'string', default: '1,5,10' },
    'no-grid': { type: 'boolean', default: false },
  },
});
const repetitions = Number(values.repetitions);
const counts = values.counts.split(',').map(Number);

/** Our overhead over the plain script, and a warm spare over a cold start. */
const BARS = { overhead: 1.15, warm: 0.3 };
const PAGE = 'data:text/html,<title>Ready</title><h1>Ready</h1>';
const ARGS = ['--disable-background-networking', '--disable-component-update', '--no-first-run'];
const found = await findBrowser({ env: process.env });
if (!found) throw new Error('no browser is installed');
const program = found.path;
const folder = await mkdtemp(join(tmpdir(), 'bench-instances-'));
const lessee = { session: 'bench' };
const closings: (() => unknown)[] = [];

interface Round {
  readonly ms: number;
  /** Megabytes of each browser, or of each context. */
  readonly memory?: number | undefined;
}

interface Median {
  readonly ms: number;
  /** NaN where it is not known. */
  readonly memory: number;
  /** To each of the others, round by round: what else the machine does is then in both numbers. */
  readonly ratios: readonly number[];
}

function makePool(warm: number, grid?: string): InstancePool {
  const clock = systemClock();
  return new InstancePool({
    limits: { maxInstances: 30, maxMemory: 0, maxWaiting: 30, waitMs: 120_000, idleMs: 0, warm },
    drivers: {
      log: silentLog,
      env: process.env,
      extensions: [],
      local: { headless: true, args: ARGS, executablePath: program },
      gridAddress: grid,
      grid: { binary: program, args: [...ARGS, '--no-sandbox'], timeout: 120_000 },
    },
    log: silentLog,
    outputDir: folder,
    makeEngine: async (request) =>
      new BrowserEngine(new BrowserProcess({ ...request, clock, log: silentLog })),
  });
}

const each = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const total = (sizes: ReadonlyMap<unknown, number>) => [...sizes.values()].reduce((sum, mb) => sum + mb, 0);

/** So many browsers through the pool. */
async function pooled(count: number, warm: number, grid?: string): Promise<Round> {
  const pool = makePool(warm, grid);
  await pool.warm();
  try {
    const ms = await timed(() =>
      each(count, async () => {
        const instance = await pool.open(grid ? { mode: 'grid' } : {}, lessee);
        await (await instance.engine.tab()).page.goto(PAGE);
      }),
    );
    const { instances } = await pool.memory();
    return { ms, memory: instances.size > 0 ? total(instances) / instances.size : undefined };
  } finally {
    await pool.closeAll();
  }
}

async function launch(): Promise<Browser> {
  const { chromium } = await loadPlaywright();
  return chromium.launch({ executablePath: program, headless: true, args: ARGS, chromiumSandbox: !isRoot() });
}
const isRoot = () => process.getuid?.() === 0;

async function page(browser: Browser): Promise<void> {
  await (await (await browser.newContext()).newPage()).goto(PAGE);
}

async function pidOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.find(({ type }) => type === 'browser')!.id;
}

/** The same without us. */
async function plain(count: number): Promise<Round> {
  const browsers: Browser[] = [];
  try {
    const ms = await timed(() =>
      each(count, async () => {
        const browser = await launch();
        browsers.push(browser);
        await page(browser);
      }),
    );
    return { ms, memory: total(await memoryOf(await Promise.all(browsers.map(pidOf)))) / count };
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
}

/** A script that asks the grid for a session and speaks DevTools with it. */
async function plainOnGrid(count: number, grid: string): Promise<Round> {
  const { chromium } = await loadPlaywright();
  const ends: (() => Promise<unknown>)[] = [];
  const options = { args: ['--headless=new', ...ARGS, '--no-sandbox'], binary: program };
  const wanted = { browserName: 'chrome', 'goog:chromeOptions': options };
  const open = async () => {
    const body = JSON.stringify({ capabilities: { alwaysMatch: wanted } });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const answer = await fetch(`${grid}/session`, { method: 'POST', headers, body });
    const { value } = (await answer.json()) as { value: { sessionId: string } };
    ends.push(() => fetch(`${grid}/session/${value.sessionId}`, { method: 'DELETE', headers }));
    const socket = `${grid.replace(/^http/, 'ws')}/session/${value.sessionId}/se/cdp`;
    await page(await chromium.connectOverCDP(socket));
  };
  try {
    return { ms: await timed(() => each(count, open)) };
  } finally {
    await Promise.all(ends.map((end) => end()));
  }
}

/** So many contexts in one browser that runs already. */
async function contexts(count: number): Promise<Round> {
  const pool = makePool(0);
  try {
    const instance = await pool.open({}, lessee);
    const { engine, pid } = instance;
    await (await engine.tab()).page.goto(PAGE);
    const before = total(await memoryOf([pid!]));
    const ms = await timed(() =>
      each(count, async (i) => {
        const context = await engine.createContext(`c${i}`);
        await (await context.tab()).page.goto(PAGE);
      }),
    );
    return { ms, memory: (total(await memoryOf([pid!])) - before) / count };
  } finally {
    await pool.closeAll();
  }
}

async function plainContexts(count: number): Promise<Round> {
  const browser = await launch();
  try {
    await page(browser);
    const pid = await pidOf(browser);
    const before = total(await memoryOf([pid]));
    const ms = await timed(() => each(count, () => page(browser)));
    return { ms, memory: (total(await memoryOf([pid])) - before) / count };
  } finally {
    await browser.close();
  }
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Contenders take turns, and change places with each round: nobody always runs after the same one. */
async function compare(ways: readonly (() => Promise<Round>)[]): Promise<readonly Median[]> {
  const rounds: Round[][] = ways.map(() => []);
  for (let i = 0; i < repetitions; i++) {
    const places = [...ways.keys()];
    for (const place of i % 2 === 0 ? places : places.reverse()) rounds[place]!.push(await ways[place]!());
  }
  return rounds.map((all) => ({
    ms: median(all.map(({ ms }) => ms)),
    memory: median(all.flatMap(({ memory }) => memory ?? [])),
    ratios: rounds.map((others) => median(all.map(({ ms }, i) => ms / others[i]!.ms))),
  }));
}

let isHeld = true;
const lines: string[] = [];

/** One way beside the one at that place. */
function line(what: string, round: Median, beside: number, bar?: number): void {
  const ratio = round.ratios[beside]!;
  const isMet = bar === undefined || ratio <= bar;
  isHeld &&= isMet;
  const memory =
    round.memory === undefined || Number.isNaN(round.memory) ? '' : `${round.memory.toFixed(0)} MB`;
  const told = bar === undefined ? '' : `at most ${bar}: ${isMet ? 'held' : 'MISSED'}`;
  lines.push(`| ${what} | ${round.ms.toFixed(0)} ms | ${ratio.toFixed(2)} | ${memory} | ${told} |`);
}

async function bench(grid: string | undefined): Promise<void> {
  for (const count of counts) {
    const [floor, cold, warm] = await compare([
      () => plain(count),
      () => pooled(count, 0),
      () => pooled(count, count),
    ]);
    line(`${count} × plain playwright-core`, floor!, 0);
    line(`${count} × instance`, cold!, 0, BARS.overhead);
    line(`${count} × instance, warm spare (ratio to a cold one)`, warm!, 1, BARS.warm);
    if (grid) {
      const [plainly, ours] = await compare([() => plainOnGrid(count, grid), () => pooled(count, 0, grid)]);
      line(`${count} × plain script on the grid`, plainly!, 0);
      line(`${count} × instance on the grid`, ours!, 0, BARS.overhead);
    }
    const [plainly, ours] = await compare([() => plainContexts(count), () => contexts(count)]);
    line(`${count} × plain context`, plainly!, 0);
    line(`${count} × context`, ours!, 0, BARS.overhead);
  }
}

try {
  await loadPlaywright(); // what loading it costs is no part of any of this
  await plain(1);
  const noGrid = values['no-grid'] ? 'not wanted' : await lackingGrid();
  const most = Math.max(...counts);
  const grid = noGrid ? undefined : await startGrid({ after: (fn) => void closings.push(fn) }, most);
  if (noGrid) process.stdout.write(`No grid: ${noGrid}.\n`);
  process.stdout.write(
    `Load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores, ${repetitions} repetitions, medians.\n`,
  );
  await bench(grid?.address);
  const head = ['| what | time to a usable page | ratio | memory of each | bar |', '|---|---|---|---|---|'];
  process.stdout.write(`${[...head, ...lines].join('\n')}\n`);
} finally {
  for (const close of closings) await close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isHeld ? 0 : 1);
