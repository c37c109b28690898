/**
 * What the extension costs a page that it watches: `node bench/extension.ts [rounds]`. The same pages in two browsers,
 * one with the extension paired and the site granted, one without an extension, in turns.
 */

import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ExtensionServer } from '../test/kit/extension-server.ts';
import { OwnBrowser } from '../test/kit/own-browser.ts';
import { type BenchPage, measurePages, startBenchSite } from './page-cost.ts';

/** So many lines a second, for so long. */
const LINES = 10_000;
const SECONDS = 3;
const FLOODS = 5;
/** What the browser calls a long task, in milliseconds. */
const LONG = 50;

/** Prints Markdown tables and says whether every bar was held. */
export async function run(rounds?: number): Promise<boolean> {
  process.stdout.write(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n`);
  const closings: (() => unknown)[] = [];
  const scope = { after: (close: () => unknown) => void closings.unshift(close) };
  try {
    const site = await startBenchSite();
    scope.after(() => site.terminate());
    const server = await ExtensionServer.start(scope);
    const { browser, popup } = await server.browser(scope);
    // It is not open while a person works on a page.
    await browser.send('Target.closeTarget', { targetId: popup.target });
    const plain = await benchPage(await OwnBrowser.start(scope, null));
    const watched = await benchPage(browser);
    const isHeld = await measurePages(site, plain, watched, rounds);
    return (await floods(site.origin, plain, watched, server)) && isHeld;
  } finally {
    for (const close of closings) await close();
  }
}

async function benchPage(browser: OwnBrowser): Promise<BenchPage> {
  const page = await browser.open('about:blank');
  await page.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async goto(url) {
      await page.send('Page.navigate', { url });
      await page.until(`document.readyState === 'complete' && performance.timing.loadEventEnd > 0`);
    },
    evaluate: (expression) => page.evaluate(expression),
    metrics: async () =>
      ((await page.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] }).metrics,
  };
}

/** A page that logs steadily; how long its longest task was, and whether all of it was told. */
async function floods(
  origin: string,
  plain: BenchPage,
  watched: BenchPage,
  server: ExtensionServer,
): Promise<boolean> {
  const longest: Record<string, number[]> = { plain: [], watched: [] };
  let isComplete = true;
  for (let round = 0; round < FLOODS; round++) {
    for (const [name, page] of [
      ['plain', plain],
      ['watched', watched],
    ] as const) {
      await page.goto(origin);
      longest[name]!.push(await page.evaluate<number>(flood(`${name} ${round}`)));
    }
    const lines = () => server.lines.filter((line) => line.startsWith(`watched ${round} `)).length;
    for (let waited = 0; lines() < LINES * SECONDS && waited < 200; waited++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    if (lines() !== LINES * SECONDS) isComplete = false;
  }
  const show = (tasks: number[]) => tasks.map((ms) => (ms === 0 ? 'none' : ms.toFixed(0))).join(', ');
  const isHeld = longest.watched!.every((ms) => ms <= LONG) && isComplete;
  process.stdout.write(`
| ${LINES} console lines a second for ${SECONDS} s, ${FLOODS} times | longest task beyond ${LONG} ms | bar |
|---|---|---|
| without | ${show(longest.plain!)} | |
| watched | ${show(longest.watched!)} | none${isHeld ? '' : ' MISSED'} |

All lines were in the record within ten seconds: ${isComplete ? 'yes' : 'NO'}.
`);
  return isHeld;
}

/** The longest task of the page, in milliseconds; 0 where none was long. */
const flood = (name: string) => `new Promise((done) => {
  let [longest, said, begun] = [0, 0, performance.now()];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: 'longtask' });
  const timer = setInterval(() => {
    const due = Math.min(${LINES * SECONDS}, Math.floor(((performance.now() - begun) / 1000) * ${LINES}));
    // A timer that came late makes up for it in turns, not in one long one of the page's own.
    for (let i = 0; said < due && i < 500; i++) console.log('${name} ' + ++said);
    if (said < ${LINES * SECONDS}) return;
    clearInterval(timer);
    setTimeout(() => done(longest), 500);
  }, 10);
})`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rounds = process.argv[2];
  process.exitCode = (await run(rounds === undefined ? undefined : Number(rounds))) ? 0 : 1;
}
