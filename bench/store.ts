/**
 * How fast the record is, embedded and on PostgreSQL: `node [flags] bench/store.ts [items]`, bundled, with the same
 * flags, and on one core where `taskset` is there. PostgreSQL is another program and may use the others; it writes
 * to the disk as it does unless told otherwise.
 * Forwarding latency is a byte sent through a loopback socket and back, in the same process and meanwhile.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Evidence, Sink, Source } from '../src/contract/evidence.ts';
import { STREAMS, type Stream } from '../src/contract/streams.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLog } from '../src/kernel/log.ts';
import { Linker } from '../src/store/links/linker.ts';
import type { PageQuery } from '../src/store/page.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { startPostgres } from '../test/kit/postgres.ts';
import { seen } from '../test/kit/record.ts';
import { dayOf } from './day-record.ts';

const BAR = 50_000;
/** What is offered: a little more, so that the bar can be held in full. */
const RATE = 52_000;
const ITEMS = 1_000_000;
const ROUNDS = 20;
const LINKED_ITEMS = 100_000;
const LINKED_ROUNDS = 5;
const PORTION = 5000;

interface Row {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly isHeld: boolean;
}

/** What was measured on the record in a folder of its own, or in that database. */
async function measure(items: number, url?: string): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-store-'));
  const store = openStore({ folder, url, clock: systemClock(), log: silentLog });
  try {
    await store.open();
    const load = `${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`;
    // Times mean little on a machine that is busy with other things; CPU time means the same on any.
    const start = row('load average before', load);
    const told = [start, ...(await recording(store, items)), ...(await reading(store))];
    return [...told, ...(await linking(folder, url))];
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints a Markdown table of both and says whether every bar was held. */
function compare(embedded: readonly Row[], shared: readonly Row[]): boolean {
  const cell = ({ figure, isHeld }: Row) => `${figure}${isHeld ? '' : ' **missed**'}`;
  const lines = embedded.map(
    (row, index) => `| ${row.what} | ${cell(row)} | ${cell(shared[index] ?? row)} | ${row.bar} |`,
  );
  const head = ['| what | embedded | PostgreSQL | bar |', '|---|---|---|---|'];
  process.stdout.write(`${[...head, ...lines].join('\n')}\n`);
  return [...embedded, ...shared].every((row) => row.isHeld);
}

async function recording(store: Store, items: number): Promise<Row[]> {
  const probe = await forwardingProbe();
  await underLoad(() => {}, RATE, probe);
  const idle = probe.take();
  const cpu = process.cpuUsage();
  const start = performance.now();
  await underLoad(store.sink, items, probe);
  const accepted = performance.now();
  await store.flush();
  const done = performance.now();
  const spent = process.cpuUsage(cpu);
  const loaded = probe.take();
  // Every stream is full by now: each new item puts an old one out.
  await underLoad(store.sink, RATE * 6, probe);
  await store.flush();
  const evicting = probe.take();
  await probe.close();
  const { dropped, queued } = await store.health();
  const rate = items / ((done - start) / 1000);
  const p99 = quantile(loaded, 0.99) - quantile(idle, 0.99);
  return [
    row('items a second through the sink', rate.toFixed(0), `≥ ${BAR}`, rate >= BAR),
    row(
      'CPU time an item, generator and probe included',
      `${((spent.user + spent.system) / items).toFixed(1)} µs`,
    ),
    row('behind at the end', `${(done - accepted).toFixed(0)} ms`, '≤ 1000 ms', done - accepted <= 1000),
    row('items lost', String(dropped + queued), '0', dropped + queued === 0),
    row('forwarding, same load without the store', spread(idle)),
    row('forwarding while recording', spread(loaded), 'p99 at most 5 ms more', p99 <= 5),
    row('forwarding while recording and evicting', spread(evicting)),
  ];
}

async function reading(store: Store): Promise<Row[]> {
  const all: number[] = [];
  const rows: Row[] = [];
  const cpu = process.cpuUsage();
  for (const [what, query] of Object.entries(QUERIES)) {
    const times = await pageTimes(store, query);
    all.push(...times);
    rows.push(row(`page: ${what}`, spread(times)));
  }
  const spent = process.cpuUsage(cpu);
  const mean = (spent.user + spent.system) / 1000 / all.length;
  rows.push(row('page: CPU time on average', `${mean.toFixed(1)} ms`));
  rows.push(row('page: all of these', spread(all), 'p95 ≤ 20 ms', quantile(all, 0.95) <= 20));
  for (const [what, query] of Object.entries(SCANS)) {
    rows.push(row(`scan: ${what}`, spread(await pageTimes(store, query))));
  }
  const count = await store.count();
  const rss = process.memoryUsage.rss() / 1e6;
  return [
    row('items in the record', String(count), '≥ 1,000,000', count >= ITEMS),
    ...rows,
    row('resident memory', `${rss.toFixed(0)} MB`, '< 200 MB', rss < 200),
  ];
}

/** What links cost: as many items as it takes, of clicks that are seen from end to end, with and without the linker. */
async function linking(folder: string, url?: string): Promise<Row[]> {
  const rates: Record<'with' | 'without', number[]> = { with: [], without: [] };
  const cpus: typeof rates = { with: [], without: [] };
  const { notice } = Linker.prototype;
  for (let round = 0; round < LINKED_ROUNDS; round++)
    for (const linker of ['without', 'with'] as const) {
      if (linker === 'without') Linker.prototype.notice = () => {};
      try {
        const { rate, cpu } = await mostItems(path.join(folder, `${linker}-${round}`), url);
        rates[linker].push(rate);
        cpus[linker].push(cpu);
      } finally {
        Linker.prototype.notice = notice;
      }
    }
  const [withLinks, without] = [quantile(rates.with, 0.5), quantile(rates.without, 0.5)];
  const share = withLinks / without;
  const figure = `${withLinks.toFixed(0)} to ${without.toFixed(0)}, ${share.toFixed(2)}`;
  const [more, less] = [cpus.with, cpus.without].map((all) => quantile(all, 0.5).toFixed(1));
  return [
    row('items a second at most, linked to not linked', figure, '≥ 0.9', share >= 0.9),
    row('CPU time an item then', `${more} to ${less} µs`),
  ];
}

/** Items a second when the next ones come as soon as the last are written, and microseconds of each. */
async function mostItems(folder: string, url?: string): Promise<{ rate: number; cpu: number }> {
  const retention = { items: 100 * LINKED_ITEMS };
  const store = openStore({ folder, url, clock: systemClock(), log: silentLog, retention });
  await store.open();
  const evidence = [...dayOf(LINKED_ITEMS, Date.now() * 1000)];
  const before = process.cpuUsage();
  const start = performance.now();
  for (let sent = 0; sent < evidence.length; sent += PORTION) {
    for (const one of evidence.slice(sent, sent + PORTION)) store.sink(one);
    await store.flush();
  }
  const rate = LINKED_ITEMS / ((performance.now() - start) / 1000);
  const { user, system } = process.cpuUsage(before);
  await store.close();
  return { rate, cpu: (user + system) / LINKED_ITEMS };
}

async function pageTimes(store: Store, query: PageQuery): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await store.page(query);
    times.push(performance.now() - start);
  }
  return times;
}

const QUERIES: Record<string, PageQuery> = {
  'newest of a stream': { streams: ['console'] },
  'newest of everything': {},
  'level error': { streams: ['console'], level: 'error' },
  'errors of three streams': { streams: ['console', 'exception', 'request'], minLevel: 'error' },
  'failed requests': { streams: ['request'], statusMin: 500 },
  'method and URL': { streams: ['request'], method: 'POST', url: 'THINGS/1' },
  'rare URL': { streams: ['request'], url: 'things/77?' },
  'no match': { streams: ['request'], url: 'nowhere-to-be-found' },
  'one connection': { streams: ['websocket'], connection: 'conn_77' },
  'one page': { streams: ['action'], page: 'page_7' },
  'frequent text': { streams: ['console'], text: 'happened' },
};

/** These have to read all data of a stream, or all streams. */
const SCANS: Record<string, PageQuery> = {
  'rare text': { streams: ['console'], text: 'number 99000' },
  'no match in any stream': { url: 'nowhere-to-be-found' },
};

const SOURCE: Partial<Record<Stream, Source>> = { flow: 'wire', call: 'agent' };
const SAMPLES = STREAMS.map((stream) => seen({ stream, source: SOURCE[stream] ?? 'browser' }));

function evidence(i: number): Evidence {
  const sample = SAMPLES[i % SAMPLES.length]!;
  const { stream } = sample;
  const url = `https://app.example.test/api/v1/things/${i % 3001}?page=${i % 7}&sort=asc`;
  const connection = stream === 'websocket' || stream === 'flow' ? { connection: `conn_${i % 997}` } : {};
  const request = { method: i % 3 ? 'GET' : 'POST', status: i % 53 ? 200 : 500 };
  return {
    ...sample,
    time: Date.now() * 1000,
    monotonic: performance.now(),
    where: { instance: 'inst_1', context: 'ctx_1', page: `page_${i % 41}`, session: 'ses_1', ...connection },
    data: {
      ...sample.data,
      url,
      ...(stream === 'console' ? { level: ['log', 'info', 'warn', 'error', 'debug'][i % 5] } : {}),
      ...(stream === 'request' ? request : {}),
      message: `something happened on the page, number ${i}`,
    },
  } as Evidence;
}

let made = 0;

/** So many items at the rate of RATE, in small portions, as they come from a browser. */
async function underLoad(sink: Sink, items: number, probe: { start(): void; stop(): Promise<void> }) {
  const start = performance.now();
  probe.start();
  for (let sent = 0; sent < items; ) {
    const due = Math.min(items, ((performance.now() - start) / 1000) * RATE);
    for (; sent < due; sent++) sink(evidence(made++));
    await sleep(1);
  }
  await probe.stop();
}

/** A byte to an echo server and back, again and again. */
async function forwardingProbe() {
  const server = createServer((socket) => socket.setNoDelay().pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  let times: number[] = [];
  let isOn = false;
  let running = Promise.resolve();
  const loop = async () => {
    while (isOn) {
      const start = performance.now();
      socket.write('x');
      await once(socket, 'data');
      times.push(performance.now() - start);
      await sleep(2);
    }
  };
  return {
    start() {
      isOn = true;
      running = loop();
    },
    async stop() {
      isOn = false;
      await running;
    },
    take() {
      const taken = times;
      times = [];
      return taken;
    },
    async close() {
      socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function spread(times: readonly number[]): string {
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((part) => quantile(times, part).toFixed(1));
  return `p50 ${p50}, p95 ${p95}, p99 ${p99}, max ${max} ms`;
}

function row(what: string, figure: string, bar = '', isHeld = true): Row {
  return { what, figure, bar, isHeld };
}

/** The bundle that is to be measured, and how to start it: on one core, which the record's own thread has to share. */
async function bundled(folder: string): Promise<readonly string[]> {
  const { rolldown } = await import('rolldown');
  const file = path.join(folder, 'store.mjs');
  const input = fileURLToPath(import.meta.url);
  const bundle = await rolldown({ input, platform: 'node', external: [/^rolldown$/] });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  const hasTaskset = spawnSync('taskset', ['-c', '0', 'true']).status === 0;
  return [...(hasTaskset ? ['taskset', '-c', '0'] : []), process.execPath, ...process.execArgv, file];
}

/** Runs it, and reads what it prints. */
async function measured(command: readonly string[], ...args: readonly string[]): Promise<Row[]> {
  const [program = '', ...rest] = [...command, ...args];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, [MEASURE]: '1' },
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output);
}

/** Set where a measurement is to be made, and not to be asked for. */
const MEASURE = 'SENSORIUM_BENCH_HERE';

async function main(items: string): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-store-'));
  const cluster = await startPostgres({ isDurable: true });
  try {
    const command = await bundled(folder);
    const embedded = await measured(command, items);
    return compare(embedded, await measured(command, items, cluster.url));
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const [items = String(ITEMS), url] = process.argv.slice(2);
if (process.env[MEASURE]) process.stdout.write(JSON.stringify(await measure(Number(items), url)));
else process.exitCode = (await main(items)) ? 0 : 1;
