// Start, memory, size of the tool list and cost of a call, beside the servers that people use today.
//   npm run bench -- protocol [--repetitions 9] [--calls 10000]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RawClient, residentKb } from './raw-client.ts';

const root = resolve(import.meta.dirname, '..');
const peers = join(root, '.bench');
const home = mkdtempSync(join(tmpdir(), 'bench-'));

interface Contender {
  readonly name: string;
  readonly args: readonly string[];
}

const CONTENDERS: readonly Contender[] = [
  { name: 'sensorium', args: [join(root, 'bin/sensorium.cjs'), '--standalone', '--rate-limit', '0'] },
  { name: 'plain SDK server', args: [join(root, 'bench/sdk-server.ts'), 'stdio'] },
  { name: '@playwright/mcp', args: [join(peers, 'node_modules/@playwright/mcp/cli.js')] },
  {
    name: 'chrome-devtools-mcp',
    args: [join(peers, 'node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js')],
  },
];

const NO_OP = {
  sensorium: { name: 'wire_fault', arguments: { action: 'list' } },
  plain: { name: 'noop', arguments: { action: 'x' } },
};

class Client extends RawClient {
  constructor(args: readonly string[]) {
    super(args, home, home);
  }

  /** Resident memory of the process and its children, in megabytes. */
  memory(): number {
    return [...this.family()].reduce((sum, pid) => sum + residentKb(pid), 0) / 1024;
  }

  close(): Promise<void> {
    const gone = new Promise<void>((resolve) => this.child.once('close', () => resolve()));
    this.child.kill('SIGKILL');
    return gone;
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)]!;

async function start(contender: Contender): Promise<{ ms: number; mb: number; list: number }> {
  const began = performance.now();
  const client = new Client(contender.args);
  await client.initialize();
  const ms = performance.now() - began;
  const mb = client.memory();
  const list = JSON.parse(await client.request('tools/list')) as { result: { tools: unknown } };
  await client.close();
  return { ms, mb, list: JSON.stringify(list.result.tools).length };
}

interface Cost {
  readonly p50: number;
  readonly p99: number;
  readonly rate: number;
}

/** A server that is up, and a call to it. */
interface Caller {
  call(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * How many turns each of the servers has, so that whatever else the machine does slows all of them. Long ones, since
 * what a server puts off (the record, compiling) must be done in its own time; a rest keeps it out of the next one's.
 */
const TURNS = 2;
const REST_MS = 100;

/** One after the other for the latency, eight at once for the rate; all servers are up and take turns. */
async function costs(calls: number, starts: readonly (() => Promise<Caller>)[]): Promise<Cost[]> {
  const callers: Caller[] = [];
  try {
    for (const start of starts) {
      const caller = await start();
      callers.push(caller);
      // Warm in both ways: what is measured is the server at work, not its compiler.
      for (let i = 0; i < calls / 4; i++) await caller.call();
      await burst(calls, caller.call);
    }
    const times = callers.map((): number[] => []);
    const spent = callers.map(() => 0);
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [place, { call }] of callers.entries()) {
        for (let i = 0; i < calls / TURNS; i++) times[place]!.push(await timed(call));
        await sleep(REST_MS);
      }
    }
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [place, { call }] of callers.entries()) {
        spent[place]! += await burst(calls / TURNS, call);
        await sleep(REST_MS);
      }
    }
    return times.map((all, place) => ({
      p50: quantile(all, 0.5) * 1000,
      p99: quantile(all, 0.99) * 1000,
      rate: (calls / spent[place]!) * 1000,
    }));
  } finally {
    for (const caller of callers) await caller.close();
  }
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/** How long so many calls take, eight of them under way at any time. */
async function burst(calls: number, call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let left = calls;
  const lane = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return performance.now() - began;
}

async function overStdio(args: readonly string[], call: { name: string } | 'ping'): Promise<Caller> {
  const client = new Client(args);
  await client.initialize();
  client.initialized();
  return {
    call: () => (call === 'ping' ? client.request('ping') : client.request('tools/call', call)),
    close: () => client.close(),
  };
}

async function overHttp(args: readonly string[], call: { name: string }): Promise<Caller> {
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, HOME: home }, cwd: home });
  const url = await new Promise<string>((resolve) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
      const match = /(http:\/\/\S+\/mcp)/.exec(said);
      if (match) resolve(match[1]!.replace('localhost', '127.0.0.1'));
    });
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: 'Bearer bench-key-bench-key',
    'mcp-protocol-version': '2025-06-18',
  };
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.resume().on('end', resolve);
      });
      outgoing.on('error', reject).end(body);
    });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    call: post,
    close() {
      agent.destroy();
      child.kill('SIGKILL');
      return gone;
    },
  };
}

/** Who is measured beside whom. */
function groups(): readonly Record<string, () => Promise<Caller>>[] {
  const [ours, plain, playwright, devtools] = CONTENDERS.map((one) => one.args);
  const port = ['--port', '0', '--api-key', 'bench-key-bench-key'];
  return [
    {
      'sensorium, stdio, tool': () => overStdio(ours!, NO_OP.sensorium),
      'plain SDK server, stdio, tool': () => overStdio(plain!, NO_OP.plain),
    },
    {
      'sensorium, HTTP, tool': () => overHttp([...ours!, ...port], NO_OP.sensorium),
      'plain SDK server, HTTP, tool': () => overHttp([plain![0]!, 'http'], NO_OP.plain),
    },
    {
      'sensorium, stdio, ping': () => overStdio(ours!, 'ping'),
      '@playwright/mcp, stdio, ping': () => overStdio(playwright!, 'ping'),
      'chrome-devtools-mcp, stdio, ping': () => overStdio(devtools!, 'ping'),
    },
  ];
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const row = (...cells: (string | number)[]) =>
  say(
    `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(cell < 10 ? 2 : 0) : cell)).join(' | ')} |`,
  );

async function run({ repetitions, calls }: { repetitions: number; calls: number }): Promise<void> {
  const started = new Map<string, { ms: number; mb: number; list: number }[]>();
  for (let i = 0; i < repetitions; i++) {
    for (const one of CONTENDERS) started.set(one.name, [...(started.get(one.name) ?? []), await start(one)]);
  }
  const of = (name: string, key: 'ms' | 'mb' | 'list') =>
    median(started.get(name)!.map((figures) => figures[key]));
  say(`\nMedian of ${repetitions} interleaved starts; in brackets the ratio to @playwright/mcp.\n`);
  row('server', 'spawn to initialize, ms', 'memory then, MB', 'tools/list, characters');
  row('---', '---', '---', '---');
  for (const { name } of CONTENDERS) {
    const cell = (key: 'ms' | 'mb' | 'list') =>
      `${of(name, key).toFixed(0)} (${(of(name, key) / of('@playwright/mcp', key)).toFixed(2)})`;
    row(name, cell('ms'), cell('mb'), cell('list'));
  }

  say(
    `\nCost of a call: ${calls} one after the other, then ${calls} with eight in flight; median of five rounds, in which the servers of a group are up together and take turns.\n`,
  );
  row('server and call', 'p50, µs', 'p99, µs', 'calls a second');
  row('---', '---', '---', '---');
  const rounds = new Map<string, Cost[]>();
  for (let i = 0; i < 5; i++) {
    for (const group of groups()) {
      const taken = await costs(calls, Object.values(group));
      for (const [place, name] of Object.keys(group).entries())
        rounds.set(name, [...(rounds.get(name) ?? []), taken[place]!]);
    }
  }
  for (const [name, all] of rounds) {
    const middle = (key: keyof Cost) => median(all.map((one) => one[key]));
    row(name, middle('p50'), middle('p99'), middle('rate'));
  }
  const rate = (name: string) => median(rounds.get(name)!.map((one) => one.rate));
  const bars: [string, number, (value: number) => boolean][] = [
    [
      'start to @playwright/mcp, at most 0.5',
      of('sensorium', 'ms') / of('@playwright/mcp', 'ms'),
      (value) => value <= 0.5,
    ],
    [
      'memory to @playwright/mcp, at most 0.7',
      of('sensorium', 'mb') / of('@playwright/mcp', 'mb'),
      (value) => value <= 0.7,
    ],
    [
      'stdio call rate to the plain SDK server, at least 1',
      rate('sensorium, stdio, tool') / rate('plain SDK server, stdio, tool'),
      (value) => value >= 1,
    ],
  ];
  say('');
  for (const [name, value, holds] of bars)
    say(`${holds(value) ? 'held  ' : 'MISSED'} ${name}: ${value.toFixed(2)}`);
}

const { values } = parseArgs({
  options: { repetitions: { type: 'string', default: '9' }, calls: { type: 'string', default: '10000' } },
});
try {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  say(`sensorium ${version}, Node ${process.version}`);
  await run({ repetitions: Number(values.repetitions), calls: Number(values.calls) });
} finally {
  rmSync(home, { recursive: true, force: true });
}
