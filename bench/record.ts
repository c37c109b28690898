/**
 * What capture costs a page, and how long tools take beside a page that says much: `node bench/record.ts
 * [pages|calls] [rounds]`. For the first, the same pages in two browsers at a time, one watched and one not, in
 * turns, so that what else the machine does weighs on both alike.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { BrowserEngine } from '../src/engines/browser/browser-engine.ts';
import { BrowserProcess } from '../src/engines/browser/browser-process.ts';
import { Capture } from '../src/engines/browser/capture/capture.ts';
import { localDriver } from '../src/engines/browser/drivers/local.ts';
import type { Tab } from '../src/engines/browser/page/tab.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLog } from '../src/kernel/log.ts';
import { openStore } from '../src/store/store.ts';
import { type BenchPage, measurePages, startBenchSite } from './page-cost.ts';
import { measureCalls } from './record-calls.ts';

/** Prints Markdown tables and says whether every bar was held. */
export async function run(part?: string, rounds?: number): Promise<boolean> {
  process.stdout.write(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n`);
  const isPagesHeld = part === 'calls' || (await pages(rounds));
  const isCallsHeld = part === 'pages' || printCalls(await measureCalls(rounds));
  return isPagesHeld && isCallsHeld;
}

async function pages(rounds?: number): Promise<boolean> {
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
    return await measurePages(site, await benchPage(plainTab), await benchPage(watchedTab), rounds);
  } finally {
    await Promise.all([plain.close(), watched.close()]);
    await capture.close();
    await store.close();
    await site.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchPage(tab: Tab): Promise<BenchPage> {
  const session = await tab.cdp.session();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    goto: (url) => tab.page.goto(url, { waitUntil: 'load' }),
    evaluate: (expression) => tab.page.evaluate(expression),
    metrics: async () => (await session.send('Performance.getMetrics')).metrics,
  };
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const rounds = args.find((arg) => /^\d+$/.test(arg));
  const part = args.find((arg) => !/^\d+$/.test(arg));
  process.exitCode = (await run(part, rounds === undefined ? undefined : Number(rounds))) ? 0 : 1;
}
