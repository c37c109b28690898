import { entityFinder } from '../../../../engines/browser/inspect/entities.ts';
import { registrableOf } from '../../../../engines/browser/inspect/registrable.ts';
import { nameNodes, sourceOf } from '../../../../engines/browser/trace/read-trace.ts';
import type { Interaction, TraceReading } from '../../../../engines/browser/trace/trace-reading.ts';
import { isoMicros } from '../../../../kernel/clock.ts';
import type { ActionResult } from '../../interact/define-action.ts';
import { keptRuns, runKey } from './kept-runs.ts';
import { compared, type KeptRun, spreadOf, typical } from './runs.ts';
import type { Taken, TraceCall } from './take-traces.ts';

const MOST_SCRIPTS = 20;

/** What the traces say together: of one run all of it, of several how they differ and the one in the middle. */
export async function reportOf(call: TraceCall, taken: readonly Taken[]): Promise<ActionResult> {
  const { tab, deps, args } = call;
  const readings = taken.map(({ reading }) => reading);
  const chosen = taken[typical(readings)]!;
  const { reading } = chosen;
  const url = reading.url ?? tab.url;
  const slowed = [args.cpu && `cpu ${args.cpu}x`, args.network].filter(Boolean).join(', ') || 'not at all';
  const now: KeptRun = {
    time: isoMicros(deps.clock.micros()),
    runs: taken.length,
    slowed,
    metrics: spreadOf(readings.map(({ metrics }) => metrics)),
    scripts: reading.scripts,
  };
  const book = keptRuns(call);
  const key = runKey(url, args.trace === 'stop' ? 'stop' : 'load');
  const before = await book.get<KeptRun>(key);
  await book.put(key, now);
  const names = await nameNodes(tab, nodesOf(reading));
  const told = reading.insights.filter(({ state }) => state !== 'pass');
  return {
    summary: words(reading, taken.length),
    url,
    runs: taken.length,
    slowed,
    metrics: taken.length > 1 ? now.metrics : reading.metrics,
    lcp: reading.lcp && {
      element: names.get(reading.lcp.node ?? -1) ?? reading.lcp.element,
      parts_ms: reading.lcp.parts,
    },
    inp: reading.inp && (await interaction(call, reading.inp, names)),
    insights: told,
    passed: reading.insights.filter(({ state }) => state === 'pass').map(({ name }) => name),
    layout_shifts: reading.shifts.map(({ nodes, ...shift }) => ({
      ...shift,
      elements: nodes.map((node) => names.get(node) ?? 'an element that is gone'),
    })),
    long_tasks: reading.long_tasks,
    main_thread: await byScript(reading, url),
    compared: before && compared(before, now),
    trace_file: chosen.file,
    trace_bytes: chosen.bytes,
  };
}

const nodesOf = ({ lcp, inp, shifts }: TraceReading) =>
  [lcp?.node, inp?.node, ...shifts.flatMap(({ nodes }) => nodes)].filter((node) => node !== undefined);

async function interaction({ tab, log }: TraceCall, inp: Interaction, names: ReadonlyMap<number, string>) {
  const { node, handler, ...times } = inp;
  return {
    ...times,
    element: node === undefined ? undefined : names.get(node),
    handler: handler && { ...handler, source: await sourceOf(tab, handler, log) },
  };
}

async function byScript({ scripts }: TraceReading, url: string) {
  const domainOf = await registrableOf();
  const entityOf = await entityFinder();
  return scripts.slice(0, MOST_SCRIPTS).map((one) => ({
    ...one,
    third_party:
      domainOf(one.url) === domainOf(url) ? undefined : (entityOf(one.url)?.name ?? domainOf(one.url)),
  }));
}

function words({ metrics, insights }: TraceReading, runs: number): string {
  const said = [
    metrics.lcp_ms !== undefined && `LCP ${Math.round(metrics.lcp_ms)} ms`,
    metrics.inp_ms !== undefined && `INP ${Math.round(metrics.inp_ms)} ms`,
    metrics.cls !== undefined && `CLS ${metrics.cls}`,
    metrics.total_blocking_ms !== undefined && `blocked ${Math.round(metrics.total_blocking_ms)} ms`,
  ].filter(Boolean);
  const gains = insights.filter(({ state }) => state === 'fail').length;
  return `${said.join(', ')}${runs > 1 ? ` in the middle one of ${runs} loads` : ''}; ${gains} insights with something to gain`;
}
