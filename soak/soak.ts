/** `npm run soak`: eight agents on all toolsets while servers, browsers, disk, clock and database fail. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findBrowser } from '../src/engines/browser/launch/find-browser.ts';
import { startPostgres } from '../test/kit/postgres.ts';
import { leftOver } from '../test/kit/process-tree.ts';
import { startSite } from '../test/kit/site.ts';
import { echoServer } from '../test/kit/tcp.ts';
import { startDisplay } from '../test/kit/xvfb.ts';
import { Agent } from './agent.ts';
import { disturb } from './disturbances.ts';
import { type Found, readBack } from './kept.ts';
import {
  compareHoldings,
  compareMemory,
  type Holding,
  holding,
  type Memory,
  memoryOf,
  temporaryFiles,
  walMegabytes,
} from './leaks.ts';
import { Ledger } from './ledger.ts';
import { pages } from './pages.ts';
import { Disk } from './place.ts';
import { Random } from './random.ts';
import { type Plan, Server } from './servers.ts';

const HELP = `npm run soak -- [--minutes N] [--seed N] [--calm]

Eight agents work on all toolsets of six servers, on SQLite and on PostgreSQL, over stdio and HTTP, while browsers,
renderers and servers are killed, the disk is full, the clock jumps, memory is short and the database goes away.
It ends with a table, and fails when something acknowledged is lost, a call is not answered or something leaks.

  --minutes N   how long they work, 60 unless told
  --seed N      what happens when, 1 unless told
  --calm        nothing is disturbed
  --help        this text
`;

/** Two on one server over HTTP, one each on two servers over stdio, and that on both records. */
const PLANS: readonly Plan[] = (['sqlite', 'postgres'] as const).flatMap((record) => [
  { name: `http-${record}`, transport: 'http', record, isKilled: record === 'sqlite', hasMovedClock: false },
  {
    name: `stdio-${record}-limited`,
    transport: 'stdio',
    record,
    isKilled: true,
    hasMovedClock: false,
    memoryBytes: 1536 * 2 ** 20,
  },
  { name: `stdio-${record}-clock`, transport: 'stdio', record, isKilled: true, hasMovedClock: true },
]);

// Each of the six servers, and four that read, ends with us.
process.setMaxListeners(20);

const WARM_UP_MS = 60_000;
const REST_MS = 20_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    calm: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
const say = (text: string) => process.stdout.write(`${text}\n`);

if (values.help) say(HELP);
else if (!(minutes > 0) || !Number.isInteger(seed)) {
  say(`--minutes takes a number above 0 and --seed a whole number.\n\n${HELP}`);
  process.exitCode = 2;
} else process.exitCode = (await run()) ? 0 : 1;

async function run(): Promise<boolean> {
  const stop = new AbortController();
  let asked = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A terminal tells it to all of a group, and who started us passes it on: once said, it comes several times.
      if (stop.signal.aborted && performance.now() - asked < 1000) return;
      asked = performance.now();
      if (stop.signal.aborted) process.exit(130);
      say('Ending; once more ends at once.');
      stop.abort();
    });
  }
  const cleanups: (() => unknown)[] = [];
  const t = { after: (act: () => unknown) => void cleanups.unshift(act) };
  try {
    return await soak(t, stop.signal);
  } finally {
    for (const act of cleanups) await act();
  }
}

async function soak(t: { after(act: () => unknown): void }, signal: AbortSignal): Promise<boolean> {
  const ledger = new Ledger();
  const home = await mkdtemp(path.join(tmpdir(), 'soak-'));
  t.after(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  process.on('exit', () => rmSync(home, { recursive: true, force: true }));
  const disk = await Disk.make(path.join(home, 'disk'));
  t.after(() => disk.remove());
  const cluster = await startPostgres({ isDurable: true });
  t.after(() => cluster.stop());
  const site = await startSite(pages);
  t.after(() => site.close());
  const echoPort = await echoServer(t);
  const display = await startDisplay(t);
  const browser = (await findBrowser({ env: process.env }))?.path;
  if (!browser) throw new Error('There is no browser here; "npm start" brings one.');
  const ground = { home, disk: disk.folder, display: display.name, postgres: cluster.url, browser, ledger };
  const servers = PLANS.map((plan) => new Server(plan, ground));
  for (const server of servers) {
    await server.prepare();
    t.after(() => server.memory?.remove());
    t.after(() => server.stop());
    await server.start();
  }
  const world = {
    site: site.origin,
    sitePort: Number(new URL(site.origin).port),
    echoPort,
    hasDisplay: true,
  };
  const agents = servers
    .flatMap((server) => (server.plan.transport === 'http' ? [server, server] : [server]))
    .map((server, i) => new Agent(`a${i + 1}`, server, world, ledger, new Random(seed * 1000 + i)));

  say(`Eight agents, six servers, seed ${seed}, ${minutes} min; all of it lies in ${home}.`);
  if (!disk.isSmall) say('The disk is never full: a small one cannot be made here without root.');
  if (!servers.some(({ memory }) => memory))
    say('Memory is not limited: control groups cannot be made here.');
  if (!servers.some(({ clock }) => clock)) say('Clocks do not jump: faketime is not installed.');

  for (const agent of agents) agent.start();
  await pause(WARM_UP_MS, signal);
  await Promise.all(agents.map((agent) => agent.rest()));
  await pause(REST_MS, signal);
  const before = signal.aborted ? AT_NO_TIME : await atRest(servers);

  const end = new AbortController();
  signal.addEventListener('abort', () => end.abort());
  for (const agent of agents) agent.start();
  const stage = { servers, disk, cluster, random: new Random(seed), ledger };
  const disturbing = values.calm ? Promise.resolve() : disturb(stage, end.signal);
  await progress(servers, ledger, signal);
  end.abort();
  await disturbing;
  await Promise.all(agents.map((agent) => agent.rest()));
  await pause(REST_MS, signal);
  const after = await atRest(servers);
  return conclude({ ledger, servers, before, after, url: cluster.url, ground });
}

interface AtRest {
  readonly holdings: readonly Holding[];
  readonly memory: readonly Memory[];
}
const AT_NO_TIME: AtRest = { holdings: [], memory: [] };

/** What they hold when they do nothing and have thrown away what they can; large heaps take more than one turn. */
async function atRest(servers: readonly Server[]): Promise<AtRest> {
  for (let turn = 0; turn < 3; turn++) {
    await Promise.all(servers.map((server) => server.collect()));
    await sleep(1000);
  }
  const holdings = servers.map((server) => {
    return { ...holding(server), objects: Math.round(server.counted.objects / 2 ** 20) };
  });
  return { holdings, memory: servers.map(memoryOf) };
}

async function progress(servers: readonly Server[], ledger: Ledger, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  const total = minutes * 60_000;
  while (!signal.aborted && performance.now() - began < total) {
    await pause(Math.min(60_000, total - (performance.now() - began)), signal);
    const past = ((performance.now() - began) / 60_000).toFixed(1);
    const memory = servers.map((server) => holding(server).megabytes).join(' ');
    const disturbances = [...ledger.disturbances.values()].reduce((sum, count) => sum + count, 0);
    say(
      `${past} min: ${ledger.calls} calls, slowest ${(ledger.within(1) / 1000).toFixed(1)} s, ${ledger.cut} cut by plan, ` +
        `${disturbances} disturbances, ${ledger.problems.length} problems; MB of servers: ${memory}`,
    );
  }
}

interface Ending {
  readonly ledger: Ledger;
  readonly servers: readonly Server[];
  readonly before: AtRest;
  readonly after: AtRest;
  readonly url: string;
  readonly ground: ConstructorParameters<typeof Server>[1];
}

/** Ends the servers, reads back what they acknowledged, and says it all. */
async function conclude({ ledger, servers, before, after, url, ground }: Ending): Promise<boolean> {
  const children = servers.flatMap((server) => server.children());
  const kills = await Promise.all(servers.map((server) => server.memory?.kills() ?? 0));
  for (const server of servers) await server.stop();
  const left = await leftOver(children, 10_000);
  if (left.length > 0) ledger.problem(`${left.length} processes outlive their server: ${left.join(', ')}`);
  const files = servers.flatMap(temporaryFiles);
  const kinds = Map.groupBy(files, (name) => name.replace(/\w+$/, '…'));
  for (const [kind, { length }] of kinds) ledger.problem(`temporary files stay: ${length} × ${kind}`);
  const { rows, problems } = compareHoldings(before.holdings, after.holdings);
  for (const words of problems) ledger.problem(words);
  const found: [string, Found][] = [];
  for (const record of ['sqlite', 'postgres'] as const) {
    const reader = async (transport: Plan['transport']) => {
      const name = `reader-${transport}-${record}`;
      const made = new Server({ name, transport, record, isKilled: false, hasMovedClock: false }, ground);
      await made.prepare();
      await made.start();
      return made;
    };
    const readers = [await reader('stdio'), await reader('http')] as const;
    const all = await readBack(readers, servers, url, ledger);
    found.push(...Object.entries(all).map(([what, one]): [string, Found] => [`${what}, ${record}`, one]));
    for (const one of readers) await one.stop();
  }
  for (const [what, { acknowledged, missing }] of found) {
    // The words of an answer have changed, and nobody here understands them any more.
    if (acknowledged === 0) ledger.problem(`${what}: none was acknowledged, so nothing was shown`);
    if (missing.length > 0)
      ledger.problem(`${what}: lost ${missing.slice(0, 5).join(', ')} (${missing.length})`);
  }
  const wal = Math.max(...servers.map(walMegabytes));
  say('\n| figure | measured | must be |\n|---|---|---|');
  const figure = (what: string, is: unknown, bar: unknown = '') => say(`| ${what} | ${is} | ${bar} |`);
  figure('calls answered', ledger.calls);
  figure(
    'half within, 99 % within, the slowest',
    [0.5, 0.99, 1].map((part) => `${(ledger.within(part) / 1000).toFixed(1)} s`).join(', '),
    'under 80 s',
  );
  figure('calls cut by a planned kill', ledger.cut);
  figure('calls without an answer', ledger.unanswered, 0);
  for (const [what, count] of ledger.disturbances) figure(what, count);
  figure(
    'processes ended by the memory limit',
    kills.reduce((sum, count) => sum + count, 0),
  );
  for (const [what, { acknowledged, missing }] of found) {
    figure(`${what}: acknowledged, lost`, `${acknowledged}, ${missing.length}`, '0 lost');
  }
  figure('write-ahead log at the end', `${wal} MB`, 'at most 64 MB');
  if (wal > 64) ledger.problem(`the write-ahead log has ${wal} MB`);
  say(
    '\n| at rest, after warm-up → in the end | MB | of which objects | handles | children | temporary files |\n|---|---|---|---|---|---|',
  );
  say(rows.join('\n'));
  say('\nWhere memory differs by 2 MB or more, in MB:');
  say(compareMemory(before.memory, after.memory).join('\n'));
  const faults = [...ledger.faults].sort(([, a], [, b]) => b - a).slice(0, 15);
  say(
    `\nErrors that were answered: ${faults.map(([name, count]) => `${name} ${count}`).join('; ') || 'none'}`,
  );
  for (const words of ledger.problems) say(`- ${words}`);
  say(ledger.problems.length === 0 ? 'Held.' : `Not held: ${ledger.problems.length} problems.`);
  return ledger.problems.length === 0;
}

async function pause(millis: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, millis), undefined, { signal }).catch(() => {});
}
