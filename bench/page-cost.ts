/** What watching costs a page: the same pages with it and without, in turns, so that the machine weighs on both alike. */
import { once } from 'node:events';
import process from 'node:process';
import { Worker } from 'node:worker_threads';

const ROUNDS = 40;
const EVENT_BAR = 0.1;
const LOAD_BAR = 20;

export interface Row {
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

/** A page over DevTools; its processor time is counted by its thread (`Performance.enable`, `threadTicks`). */
export interface BenchPage {
  goto(url: string): Promise<unknown>;
  evaluate<T>(expression: string): Promise<T>;
  metrics(): Promise<readonly { readonly name: string; readonly value: number }[]>;
}

export interface BenchSite {
  readonly origin: string;
  terminate(): Promise<unknown>;
}

/** In a thread of its own: in life, too, the server of a page is not the one that watches it. */
export async function startBenchSite(): Promise<BenchSite> {
  const worker = new Worker(new URL('./record-site.ts', import.meta.url));
  const [origin] = await once(worker, 'message');
  return { origin, terminate: () => worker.terminate() };
}

/** Of the page's main thread, in milliseconds: what else the machine does is not in it. */
async function pageCpu(page: BenchPage): Promise<number> {
  const metrics = await page.metrics();
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** All that it costs, as a table; whether every bar was held. */
export async function measurePages(
  site: BenchSite,
  plain: BenchPage,
  watched: BenchPage,
  rounds = ROUNDS,
): Promise<boolean> {
  return print([
    ...(await loads(site, plain, watched, rounds)),
    ...(await events(site, plain, watched, Math.ceil(rounds / 8))),
  ]);
}

const REST = 'new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 100))';

async function loads(site: BenchSite, plain: BenchPage, watched: BenchPage, rounds: number): Promise<Row[]> {
  const [wall, cpu] = [both(), both()];
  for (let round = -2; round < rounds; round++) {
    for (const [name, page] of inTurn(round, plain, watched)) {
      await page.goto(site.origin);
      await page.evaluate(REST);
      const ms = await page.evaluate<number>(`performance.getEntriesByType('navigation')[0].loadEventStart`);
      // The first two warm the browsers up. The counter begins anew with each document.
      if (round >= 0) wall[name].push(ms);
      if (round >= 0) cpu[name].push(await pageCpu(page));
    }
  }
  return [
    { what: 'load, median', ...at(wall, 0.5), bar: undefined },
    { what: 'load, p95', ...at(wall, 0.95), bar: LOAD_BAR },
    { what: 'load, processor time, median', ...at(cpu, 0.5), bar: undefined },
    { what: 'load, processor time, p95', ...at(cpu, 0.95), bar: LOAD_BAR },
  ];
}

async function events(site: BenchSite, plain: BenchPage, watched: BenchPage, rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, { count, script }] of Object.entries(EVENTS)) {
    const times = both();
    for (let round = -1; round < rounds; round++) {
      for (const [name, page] of inTurn(round, plain, watched)) {
        await page.goto(site.origin);
        await page.evaluate(REST);
        const before = await pageCpu(page);
        await page.evaluate(`repeat(${count}, ${script})`);
        await page.evaluate(REST);
        if (round >= 0) times[name].push((await pageCpu(page)) - before);
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

function inTurn(
  round: number,
  plain: BenchPage,
  watched: BenchPage,
): (readonly ['plain' | 'watched', BenchPage])[] {
  const both = [['plain', plain] as const, ['watched', watched] as const];
  return round % 2 === 0 ? both : both.reverse();
}

export function print(rows: readonly Row[]): boolean {
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

function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
