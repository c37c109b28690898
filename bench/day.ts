/**
 * How soon a day of a million items is drawn, filtered and explained, embedded and on PostgreSQL:
 * `npm run bench -- day [items]`. The record is read as the web app and as an agent's calls read it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLog } from '../src/kernel/log.ts';
import { Redactor } from '../src/kernel/redact.ts';
import { PersonView } from '../src/store/person-view.ts';
import { SessionBook } from '../src/store/session-book.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { startPostgres } from '../test/kit/postgres.ts';
import { ask as askTool } from '../test/kit/story-teller.ts';
import { telemetryRig } from '../test/kit/telemetry-rig.ts';
import { clicksOf, dayOf, isTested, SESSION, testOf } from './day-record.ts';

const ROUNDS = 20;
const PARTS = 300;
const PAGE = 100;
const DAY = 86_400_000_000;
const BARS = { drawn: 100, rows: 150, explained: 300 };

type Rows = Map<string, { readonly times: readonly number[]; readonly said: string; readonly bar?: number }>;

/** All figures of one record, by what was measured. */
async function measure(items: number, url?: string): Promise<Rows> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-day-'));
  const clock = systemClock();
  // More than a server keeps of one stream unless told.
  const store = openStore({ folder, url, clock, log: silentLog, retention: { items: 2 * items } });
  const rows: Rows = new Map();
  const now = clock.micros();
  try {
    rows.set('filled', { times: [await timed(() => fill(store, items, now))], said: '' });
    rows.set('linked', { times: [await timed(() => link(store))], said: '' });
    await drawAndFilter(store, now, rows);
    await explainAll(store, items, rows);
    return rows;
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(store: Store, items: number, now: number): Promise<void> {
  let sent = 0;
  for (const evidence of dayOf(items, now)) {
    store.sink(evidence);
    if (++sent % 5000 === 0) await store.flush();
  }
  await store.flush();
}

async function link(store: Store): Promise<void> {
  while (!(await store.linkUp(60_000))) {
    // The next minute.
  }
}

/** By what words, and whether there is anything at all. */
const FILTERS = [
  '',
  'status:>=400',
  'is:error',
  'lane:requests',
  '-lane:wire -lane:console',
  'method:POST',
  'tab:t3',
  'url:/orders/4711',
  'level:warn',
  'connection:w42',
  'ms:>80',
  '"customer 77 "',
  'test:"buys 4700"',
  '/order 470\\d of/',
  'nowhere-to-be-found',
];

async function drawAndFilter(store: Store, now: number, rows: Rows): Promise<void> {
  const clock = systemClock();
  const sessions = new SessionBook(SESSION, async () => store, clock, silentLog);
  const view = new PersonView({
    sessions,
    open: () => [],
    store: async () => store,
    redactor: new Redactor(),
    hub: { watch: () => () => {} },
  });
  const window = { from: now - DAY, to: now };
  for (const filter of ['', 'is:error', 'lane:requests']) {
    let drawn = 0;
    const times = await rounds(async () => {
      const { lanes } = await view.histogram(['me'], { filter, ...window }, PARTS);
      drawn = Object.values(lanes).reduce(
        (all, { items }) => all + items.reduce((sum, one) => sum + one, 0),
        0,
      );
    });
    rows.set(`drawn in ${PARTS} parts: ${filter || 'all'}`, {
      times,
      said: `${drawn} items`,
      bar: BARS.drawn,
    });
  }
  for (const filter of FILTERS) {
    let said = '';
    let isCut = false;
    const times = await rounds(async () => {
      const answer = await view.rows(['me'], { filter, ...window }, PAGE);
      isCut = answer.next !== undefined && answer.rows.length < PAGE;
      said = `${answer.rows.length} rows${isCut ? ', looked on from there' : ''}`;
    });
    rows.set(`rows: ${filter || 'all'}`, { times, said, bar: BARS.rows });
    if (!isCut) continue;
    let found = 0;
    const whole = await rounds(async () => {
      found = 0;
      for (let before: string | undefined, isOver = false; !isOver; isOver = !before || found >= PAGE) {
        const answer = await view.rows(['me'], { filter, ...window }, PAGE, before);
        found += answer.rows.length;
        before = answer.next;
      }
    });
    rows.set(`rows to the end: ${filter}`, { times: whole, said: `${found} rows`, bar: BARS.rows });
  }
}

async function explainAll(store: Store, items: number, rows: Rows): Promise<void> {
  const clock = systemClock();
  const cleanups: (() => unknown)[] = [];
  const rig = await telemetryRig(
    { after: (act) => void cleanups.unshift(act) },
    { store, sessions: new SessionBook(SESSION, async () => store, clock, silentLog) },
  );
  try {
    const { items: wrong } = await store.page({ streams: ['exception'], limit: ROUNDS });
    const { items: asked } = await store.page({ streams: ['request'], limit: 1000 });
    const some = (round: number) => asked[(round * 47) % asked.length];
    const tested = Array.from({ length: clicksOf(items) }, (_, click) => click).filter(isTested);
    const questions: Record<string, (round: number) => object> = {
      'the last that went wrong': () => ({}),
      'an exception': (round) => ({ item: wrong[round]?.seq }),
      'a request': (round) => ({ item: some(round)?.seq }),
      'a time': (round) => ({ at: (some(round)?.time ?? 0) / 1000 }),
      'a test': (round) => ({ test_id: testOf(tested[(round * 97) % tested.length] ?? 0) }),
    };
    for (const [what, ask] of Object.entries(questions)) {
      let said = '';
      let round = 0;
      const times = await rounds(async () => {
        const { first, rest } = await askTool(rig, 'explain', { ...ask(round++) });
        said = `${first.length + rest.length} characters`;
        if (!rest.includes('What happened')) throw new Error(first);
      });
      rows.set(`explain: ${what}`, { times, said, bar: BARS.explained });
    }
  } finally {
    for (const act of cleanups) await act();
  }
}

async function rounds(work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(work));
  return times;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Prints a Markdown table of both and says whether every bar was held. */
function compare(embedded: Rows, shared: Rows): boolean {
  let isHeld = true;
  const cell = (row: NonNullable<ReturnType<Rows['get']>> | undefined) => {
    if (!row) return '–';
    const p95 = quantile(row.times, 0.95);
    const isMissed = row.bar !== undefined && p95 > row.bar;
    if (isMissed) isHeld = false;
    const [median, tail] = [quantile(row.times, 0.5), p95].map((ms) => ms.toFixed(0));
    const times = row.times.length === 1 ? `${median} ms` : `${median}, ${tail} ms`;
    return `${times}${row.said && `, ${row.said}`}${isMissed ? ' **missed**' : ''}`;
  };
  const lines = [...embedded].map(
    ([what, row]) =>
      `| ${what} | ${cell(row)} | ${cell(shared.get(what))} | ${row.bar === undefined ? '' : `p95 ${row.bar} ms`} |`,
  );
  const head = ['| what, p50 and p95 | embedded | PostgreSQL | bar |', '|---|---|---|---|'];
  process.stdout.write(`${[...head, ...lines].join('\n')}\n`);
  return isHeld;
}

const items = Number(process.argv[2] ?? 1_000_000);
process.stdout.write(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n\n`);
const cluster = await startPostgres({ isDurable: true });
try {
  process.exitCode = compare(await measure(items), await measure(items, cluster.url)) ? 0 : 1;
} finally {
  await cluster.stop();
}
