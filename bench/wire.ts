// Forwarding beside its neighbours, in one run and as ratios to the plain Node pipe.
//   node bench/wire.ts [--repetitions 5] [--megabytes 512]
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../test/kit/free-port.ts';
import type { LoadResult, LoadTask } from './wire-load.ts';

const PROXIES = [
  'direct',
  'HAProxy',
  'socat',
  'socat -x',
  'Node pipe',
  'ours, capture off',
  'ours, captured',
] as const;
type ProxyName = (typeof PROXIES)[number];
const MEASURES = [
  'binary',
  'text',
  'bodies',
  'p50',
  'p99',
  'http',
  'connections',
  'cpu',
  'behind',
  'memory',
] as const;
type Measure = (typeof MEASURES)[number];
export type WireFigures = Record<ProxyName, Record<Measure, number>>;

export interface WireBenchOptions {
  readonly repetitions?: number;
  readonly megabytes?: number;
}

interface Running {
  readonly port: number;
  readonly child: ChildProcess | undefined;
  /** Resolves when everything captured is written. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const nothing = async () => {};

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = connect({ port, host: '127.0.0.1' });
    const isUp = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isUp) return;
    await sleep(20);
  }
  throw new Error(`nothing listens on ${port}`);
}

async function startForked(kind: string, target: number, folder: string): Promise<Running> {
  const child = fork(new URL('./wire-proxy.ts', import.meta.url), [
    kind,
    String(target),
    join(folder, 'log'),
  ]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const flush = async () => {
    child.send('flush');
    await once(child, 'message');
  };
  return { port, child, flush: kind === 'pipe' ? nothing : flush, stop: () => ended(child) };
}

async function startCommand(
  command: string,
  args: readonly string[],
  port: number,
  stderr?: string,
): Promise<Running> {
  // The hex dump of socat -x goes to stderr, which is a file here as it would be for whoever wants to keep it.
  const file = stderr ? openSync(stderr, 'w') : undefined;
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', file ?? 'ignore'] });
  if (file !== undefined) closeSync(file);
  await answers(port);
  return { port, child, flush: nothing, stop: () => ended(child) };
}

async function start(name: ProxyName, target: number, folder: string): Promise<Running> {
  if (name === 'direct') return { port: target, child: undefined, flush: nothing, stop: nothing };
  if (name === 'Node pipe') return startForked('pipe', target, folder);
  if (name === 'ours, capture off') return startForked('off', target, folder);
  if (name === 'ours, captured') return startForked('on', target, folder);
  const port = await freePort();
  if (name === 'HAProxy') {
    const config = join(folder, 'haproxy.cfg');
    await writeFile(
      config,
      `defaults\n mode tcp\n timeout connect 5s\n timeout client 60s\n timeout server 60s\n` +
        `listen l\n bind 127.0.0.1:${port}\n server s 127.0.0.1:${target}\n`,
    );
    return startCommand('haproxy', ['-db', '-f', config], port);
  }
  const ends = [
    `TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr,nodelay`,
    `TCP:127.0.0.1:${target},nodelay`,
  ];
  if (name === 'socat') return startCommand('socat', ends, port);
  return startCommand('socat', ['-x', ...ends], port, join(folder, 'dump'));
}

/**
 * On a virtual machine, memory that has lain free is given back to the host, and the first to touch it again pays.
 * A captured gigabyte touches several in the page cache, so these are touched beforehand, the same for all.
 */
async function warmMemory(folder: string, megabytes: number): Promise<void> {
  const block = Buffer.alloc(4 * 1024 * 1024, 1);
  const path = join(folder, 'warm');
  for (let pass = 0; pass < 2; pass++) {
    const file = await open(path, 'w');
    for (let left = megabytes; left > 0; left -= 4) await file.write(block);
    await file.close();
    await rm(path);
  }
}

/** CPU seconds of a process and of its children that have ended, and its peak memory in MB. */
async function usage(pid: number): Promise<{ cpu: number; memory: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0);
  const status = await readFile(`/proc/${pid}/status`, 'latin1');
  return { cpu: ticks / 100, memory: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024 };
}

async function ask(load: ChildProcess, task: LoadTask): Promise<readonly number[]> {
  load.send(task);
  const [result] = (await once(load, 'message')) as [LoadResult];
  return result.figures;
}

/**
 * A core that has gone to sleep takes longer to wake than a round trip lasts, and whether it sleeps depends on what
 * else the machine does. So while round trips are measured, a process of the lowest priority keeps the cores awake.
 */
async function awake<T>(work: () => Promise<T>): Promise<T> {
  const script = 'os.setPriority(19); process.send("ready"); for (;;);';
  const spinners = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
  try {
    await Promise.all(spinners.map((spinner) => once(spinner, 'message')));
    return await work();
  } finally {
    await Promise.all(spinners.map(ended));
  }
}

type Latency = Pick<Record<Measure, number>, 'p50' | 'p99' | 'http'>;

/**
 * Where the scheduler happens to put the two ends and the proxy makes a round trip half as long again, for as long as
 * the connection lasts, whatever the proxy. So all proxies run at once, each is tried with many connections in turn,
 * and the luckiest of each counts.
 */
async function latencies(load: ChildProcess, target: number): Promise<Record<ProxyName, Latency>> {
  const folder = await mkdtemp(join(tmpdir(), 'wire-bench-'));
  const proxies = new Map<ProxyName, Running>();
  const best = {} as Record<ProxyName, Latency>;
  try {
    for (const name of PROXIES) proxies.set(name, await start(name, target, folder));
    await awake(async () => {
      for (let connection = 0; connection < 12; connection++) {
        for (const [name, { port }] of proxies) {
          const rounds = name === 'socat -x' ? 300 : 2000;
          const [p50, p99] = await ask(load, { kind: 'latency', port, rounds });
          const [http] = await ask(load, { kind: 'requests', port, rounds });
          const known = best[name];
          best[name] = {
            ...(p50! >= known?.p50 ? known : { p50: p50!, p99: p99! }),
            http: Math.min(http!, known?.http ?? Number.POSITIVE_INFINITY),
          };
        }
      }
    });
    return best;
  } finally {
    for (const proxy of proxies.values()) await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One proxy, all other measures, a fresh process. */
async function measure(
  name: ProxyName,
  load: ChildProcess,
  target: number,
  megabytes: number,
): Promise<Omit<Record<Measure, number>, keyof Latency>> {
  const folder = await mkdtemp(join(tmpdir(), 'wire-bench-'));
  const proxy = await start(name, target, folder);
  const slow = name === 'socat -x';
  const size = slow ? 4 : megabytes;
  const { port } = proxy;
  const pid = proxy.child?.pid;
  try {
    for (const content of slow ? [] : (['text', 'binary'] as const)) {
      await ask(load, { kind: 'throughput', port, megabytes: 192, content });
    }
    await proxy.flush();
    await warmMemory(folder, size * 2.5);
    const before = pid ? await usage(pid) : undefined;
    const [binary] = await ask(load, { kind: 'throughput', port, megabytes: size, content: 'binary' });
    const sent = performance.now();
    await proxy.flush();
    const behind = (performance.now() - sent) / 1000;
    const after = pid ? await usage(pid) : undefined;
    await warmMemory(folder, size * 1.5);
    const [text] = await ask(load, { kind: 'throughput', port, megabytes: size, content: 'text' });
    await proxy.flush();
    const [bodies] = await ask(load, { kind: 'download', port, megabytes: size });
    await proxy.flush();
    const [connections] = await ask(load, { kind: 'connections', port, count: slow ? 500 : 2000 });
    const last = pid ? await usage(pid) : undefined;
    const cpu = before && after ? ((after.cpu - before.cpu) * 1000) / size : Number.NaN;
    return {
      binary: binary!,
      text: text!,
      bodies: bodies!,
      connections: connections!,
      cpu,
      behind,
      memory: last?.memory ?? Number.NaN,
    };
  } finally {
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function table(figures: WireFigures): string {
  const base = figures['Node pipe'];
  const cell = (value: number, reference: number, digits: number) =>
    Number.isNaN(value) ? '–' : `${value.toFixed(digits)} (${(value / reference).toFixed(2)})`;
  const rows = PROXIES.map((name) => {
    const f = figures[name];
    const cells = [
      cell(f.binary, base.binary, name === 'socat -x' ? 1 : 0),
      cell(f.text, base.text, name === 'socat -x' ? 1 : 0),
      cell(f.bodies, base.bodies, name === 'socat -x' ? 1 : 0),
      cell(f.p50, base.p50, 0),
      cell(f.p99, base.p99, 0),
      cell(f.http, base.http, 0),
      cell(f.connections, base.connections, 0),
      cell(f.cpu, base.cpu, 2),
      f.behind < 0.01 ? '–' : f.behind.toFixed(1),
      cell(f.memory, base.memory, 0),
    ];
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return [
    '| proxy | binary MB/s | text MB/s | HTTP bodies MB/s | p50 µs | p99 µs | HTTP p50 µs | connections/s | CPU s/GB | behind s | peak MB |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** What is promised, each with what was measured. */
export function bars(figures: WireFigures): { bar: string; value: number; holds: boolean }[] {
  const pipe = figures['Node pipe'];
  const on = figures['ours, captured'];
  const off = figures['ours, capture off'];
  const atLeast = (bar: string, value: number, least: number) => ({
    bar: `${bar} >= ${least}`,
    value,
    holds: value >= least,
  });
  const atMost = (bar: string, value: number, most: number) => ({
    bar: `${bar} <= ${most}`,
    value,
    holds: value <= most,
  });
  return [
    atLeast('captured, binary, of the Node pipe', on.binary / pipe.binary, 0.7),
    atLeast('captured, text, of the Node pipe', on.text / pipe.text, 0.7),
    atLeast('captured, HTTP bodies, of the Node pipe', on.bodies / pipe.bodies, 0.7),
    atLeast('captured, binary, of socat without capture', on.binary / figures.socat.binary, 1),
    atLeast('captured, text, of socat without capture', on.text / figures.socat.text, 1),
    atLeast('captured, binary, of socat -x', on.binary / figures['socat -x'].binary, 100),
    atMost('captured, p50 round trip, of the Node pipe', on.p50 / pipe.p50, 1.1),
    atMost('captured, p50 of an HTTP request, of the Node pipe', on.http / pipe.http, 1.1),
    atMost('captured, peak MB', on.memory, 256),
    atLeast('capture off, binary, of the Node pipe', off.binary / pipe.binary, 1.2),
    atLeast('capture off, text, of the Node pipe', off.text / pipe.text, 1.2),
  ];
}

/** Prints a Markdown table of medians (in brackets: of the Node pipe) and gives the figures. */
export async function run({ repetitions = 5, megabytes = 512 }: WireBenchOptions = {}): Promise<WireFigures> {
  const load = fork(new URL('./wire-load.ts', import.meta.url));
  const [{ port: target }] = (await once(load, 'message')) as [{ port: number }];
  const samples = new Map<ProxyName, Record<Measure, number>[]>(PROXIES.map((name) => [name, []]));
  try {
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const latency = await latencies(load, target);
      for (const name of PROXIES)
        samples.get(name)!.push({ ...latency[name], ...(await measure(name, load, target, megabytes)) });
    }
  } finally {
    await ended(load);
  }
  const figures = Object.fromEntries(
    PROXIES.map((name) => [
      name,
      Object.fromEntries(MEASURES.map((m) => [m, median(samples.get(name)!.map((one) => one[m]))])),
    ]),
  ) as WireFigures;
  process.stdout.write(`${table(figures)}\n\n`);
  for (const { bar, value, holds } of bars(figures)) {
    process.stdout.write(`${holds ? 'holds' : 'FAILS'}  ${bar}: ${value.toFixed(2)}\n`);
  }
  return figures;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { repetitions: { type: 'string' }, megabytes: { type: 'string' } },
  });
  await run({
    ...(values.repetitions && { repetitions: Number(values.repetitions) }),
    ...(values.megabytes && { megabytes: Number(values.megabytes) }),
  });
}
