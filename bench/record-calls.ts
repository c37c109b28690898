/**
 * How long tools take beside a page that logs 10,000 lines, sends 500 frames a second over a socket and fails 1,000
 * requests, all within ten seconds; and before that, when the page is quiet. The command as it is shipped, over stdio.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type ServerProcess, startServer } from '../test/kit/start-server.ts';

export interface CallRow {
  readonly what: string;
  readonly quiet: number;
  readonly flooded: number;
  readonly isHeld: boolean;
  readonly bar: string;
}

export const CALL_BAR_MS = 200;

type Ask = readonly [tool: string, args: Record<string, unknown>];

const READS: Readonly<Record<string, Ask>> = {
  'observe errors': ['observe', { what: 'errors' }],
  'observe logs': ['observe', { what: 'logs' }],
  'observe logs, filtered': ['observe', { what: 'logs', min_level: 'error', url: '127.0.0.1' }],
  'observe network_waterfall': ['observe', { what: 'network_waterfall', status_min: 400 }],
  'observe network_bodies': ['observe', { what: 'network_bodies' }],
  'observe websocket_events': ['observe', { what: 'websocket_events', direction: 'incoming' }],
  'observe websocket_status': ['observe', { what: 'websocket_status' }],
  'observe actions': ['observe', { what: 'actions' }],
  'observe vitals': ['observe', { what: 'vitals' }],
  'observe timeline': ['observe', { what: 'timeline' }],
  'observe error_bundles': ['observe', { what: 'error_bundles' }],
  'observe page': ['observe', { what: 'page' }],
  'observe tabs': ['observe', { what: 'tabs' }],
  'configure health': ['configure', { action: 'health' }],
};

/** These do something to the page, and take their time anyhow: what counts is how much longer. */
const ACTIONS: Readonly<Record<string, Ask>> = {
  'interact get_text': ['interact', { action: 'get_text', selector: 'h1' }],
  'interact type': ['interact', { action: 'type', selector: 'label=Name', text: 'x', clear: true }],
  'interact execute_js': ['interact', { action: 'execute_js', script: '1 + 1' }],
};

const ROUNDS = 3;
const QUIET_ROUNDS = 10;

export async function measureCalls(rounds = ROUNDS): Promise<readonly CallRow[]> {
  const endings: (() => unknown)[] = [];
  const home = await mkdtemp(path.join(tmpdir(), 'bench-calls-'));
  const site = new Worker(new URL('./record-flood.ts', import.meta.url));
  try {
    const [url] = await once(site, 'message');
    const flags = ['--standalone', '--headless', '--isolated', '--rate-limit', '100000'];
    const server = await startServer({ after: (end) => void endings.push(end) }, 'gasoline-mcp', flags, {
      home,
    });
    await server.initialize();
    await answer(server, ['interact', { action: 'navigate', url }]);
    const all = { ...READS, ...ACTIONS };
    const [quiet, flooded] = [timesOf(all), timesOf(all)];
    for (let round = -1; round < QUIET_ROUNDS; round++)
      await callAll(server, all, round < 0 ? timesOf(all) : quiet);
    for (let round = 0; round < rounds; round++) await beside(server, url, all, flooded);
    return Object.keys(all).map((what) => rowOf(what, quiet.get(what) ?? [], flooded.get(what) ?? []));
  } finally {
    for (const end of endings) await end();
    await site.terminate();
    await rm(home, { recursive: true, force: true });
  }
}

type Times = ReadonlyMap<string, number[]>;

const timesOf = (asks: Readonly<Record<string, Ask>>): Times =>
  new Map(Object.keys(asks).map((what) => [what, []]));

/** All calls in turn, again and again, as long as the page floods. */
async function beside(server: ServerProcess, url: string, asks: Readonly<Record<string, Ask>>, times: Times) {
  await answer(server, ['interact', { action: 'navigate', url }]);
  await answer(server, ['interact', { action: 'execute_js', script: 'flood(); return 1' }]);
  const title = async () => (await answer(server, ['observe', { what: 'page' }])).title;
  while ((await title()) !== 'Over') await callAll(server, asks, times);
}

async function callAll(
  server: ServerProcess,
  asks: Readonly<Record<string, Ask>>,
  times: Times,
): Promise<void> {
  for (const [what, ask] of Object.entries(asks)) {
    const start = performance.now();
    await answer(server, ask);
    times.get(what)?.push(performance.now() - start);
  }
}

async function answer(server: ServerProcess, [tool, args]: Ask) {
  const { result } = await server.call(tool, args, 60_000);
  if (result.isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${JSON.stringify(result)}`);
  return result.structuredContent;
}

function rowOf(what: string, quiet: readonly number[], flooded: readonly number[]): CallRow {
  const [before, beside] = [p95(quiet), p95(flooded)];
  const isAction = what in ACTIONS;
  const cost = isAction ? beside - before : beside;
  const bar = `≤ ${CALL_BAR_MS} ms${isAction ? ' more' : ''}`;
  return {
    what: `${what} (${flooded.length})`,
    quiet: before,
    flooded: beside,
    isHeld: cost <= CALL_BAR_MS,
    bar,
  };
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
}
