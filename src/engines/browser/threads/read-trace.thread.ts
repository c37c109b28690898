/** The trace engine of Chrome DevTools over one file: it takes a while and a hundred megabytes, hence the thread. */
import { readFile } from 'node:fs/promises';
import { dataOf, longestCall, readMainThread, type TraceEvent } from '../trace/main-thread.ts';
import { tellInsight, worded } from '../trace/tell-insight.ts';
import type { Insight, Interaction, Shift, TraceReading } from '../trace/trace-reading.ts';
import { serveThread } from './serve-thread.ts';

/** The engine was written for a browser, and uses this of it. */
class Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;

  constructor(x = 0, y = 0, width = 0, height = 0) {
    this.x = x;
    this.y = y;
    this.width = width;
    this.height = height;
  }
  get left(): number {
    return Math.min(this.x, this.x + this.width);
  }
  get top(): number {
    return Math.min(this.y, this.y + this.height);
  }
  get right(): number {
    return Math.max(this.x, this.x + this.width);
  }
  get bottom(): number {
    return Math.max(this.y, this.y + this.height);
  }
}
Object.assign(globalThis, { DOMRect: Rectangle });

type Fields = { readonly [key: string]: unknown };

/** As much of the engine as is used here; it promises nobody anything. */
interface InsightSet {
  readonly url?: URL;
  readonly navigation?: { readonly ts: number; readonly pid: number; readonly tid: number };
  readonly model: Readonly<Record<string, Fields & { readonly state?: string }>>;
}
interface Parsed {
  readonly insights?: ReadonlyMap<string, InsightSet>;
  readonly data: {
    readonly Meta: { readonly topLevelRendererIds?: ReadonlySet<number> };
  };
}

const engine = import('@paulirish/trace_engine');
const ms = (micros: number) => Math.round(micros / 100) / 10;
const MOST_SHIFTS = 20;

export interface TraceFile {
  readonly path: string;
}

serveThread(async ({ path }: TraceFile): Promise<TraceReading> => {
  const { TraceModel } = await engine;
  const { traceEvents } = JSON.parse(await readFile(path, 'utf8')) as { traceEvents: TraceEvent[] };
  const model = TraceModel.Model.createWithAllHandlers();
  await model.parse(traceEvents as never, {});
  const parsed = model.parsedTrace() as unknown as Parsed | null;
  const sets = [...(parsed?.insights?.values() ?? [])];
  // The load that the trace is about is the last one; what was done belongs to whichever page it was done on.
  const set = sets.findLast(({ navigation }) => navigation) ?? sets.at(-1);
  if (!parsed || !set) throw new Error('the trace holds nothing of a page');
  const thread = threadOf(traceEvents, set, parsed);
  const own = traceEvents.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid);
  const start = set.navigation?.ts ?? own.find(({ ts }) => ts > 0)?.ts ?? 0;
  const { blocked_ms, ...main } = readMainThread(own, start);
  const lcp = lcpOf(set);
  const inp = inpOf(sets, traceEvents);
  const shifts = shiftsOf(traceEvents, start);
  const paint = own.findLast(({ name, ts }) => name === 'firstContentfulPaint' && ts >= start);
  const metrics = {
    ttfb_ms: lcp?.parts.ttfb,
    fcp_ms: paint && set.navigation ? ms(paint.ts - start) : undefined,
    lcp_ms: lcp?.ms,
    inp_ms: inp?.ms,
    cls: clsOf(shifts),
    total_blocking_ms: blocked_ms,
  };
  return {
    url: set.url?.href,
    metrics: Object.fromEntries(Object.entries(metrics).filter(([, value]) => value !== undefined)) as Record<
      string,
      number
    >,
    lcp: lcp && { element: lcp.element, node: lcp.node, parts: lcp.parts },
    inp,
    shifts: shifts.slice(0, MOST_SHIFTS),
    ...main,
    insights: insightsOf(sets, set),
    events: traceEvents.length,
  };
});

/** The thread of the page: where its load was seen, else the main one of its process. */
function threadOf(events: readonly TraceEvent[], { navigation }: InsightSet, { data }: Parsed) {
  if (navigation) return navigation;
  const pids = data.Meta.topLevelRendererIds ?? new Set<number>();
  const named = events.find(
    ({ name, pid, args }) => name === 'thread_name' && pids.has(pid) && args.name === 'CrRendererMain',
  );
  return named ?? { pid: -1, tid: -1 };
}

function lcpOf({ model }: InsightSet) {
  const { lcpMs, lcpEvent, subparts } = (model.LCPBreakdown ?? {}) as {
    lcpMs?: number;
    lcpEvent?: TraceEvent;
    subparts?: Readonly<Record<string, { readonly range: number }>>;
  };
  if (lcpMs === undefined) return undefined;
  const { nodeName = '', nodeId } = (lcpEvent?.args.data ?? {}) as { nodeName?: string; nodeId?: number };
  const parts = Object.entries(subparts ?? {}).map(([name, { range }]) => [name, ms(range)] as const);
  return {
    ms: Math.round(lcpMs * 10) / 10,
    element: nodeName.toLowerCase(),
    node: nodeId,
    parts: Object.fromEntries(parts) as Record<string, number>,
  };
}

interface Slow {
  readonly type: string;
  readonly ts: number;
  readonly dur: number;
  readonly pid: number;
  readonly tid: number;
  readonly processingStart: number;
  readonly processingEnd: number;
  readonly inputDelay: number;
  readonly mainThreadHandling: number;
  readonly presentationDelay: number;
  readonly interactionId: number;
}

/** The slowest of what was done, on any of the pages. */
function inpOf(sets: readonly InsightSet[], events: readonly TraceEvent[]): Interaction | undefined {
  const slow = sets
    .flatMap(({ model }) => (model.INPBreakdown?.longestInteractionEvent as Slow | undefined) ?? [])
    .toSorted((one, other) => other.dur - one.dur)[0];
  if (!slow) return undefined;
  const own = events.filter(({ pid, tid }) => pid === slow.pid && tid === slow.tid);
  const call = longestCall(own, slow.processingStart, slow.processingEnd);
  const nodes = events.flatMap((event) => {
    const { interactionId, nodeId } = (event.args.data ?? {}) as { interactionId?: number; nodeId?: number };
    return event.name === 'EventTiming' && interactionId === slow.interactionId && nodeId ? [nodeId] : [];
  });
  return {
    type: slow.type,
    ms: ms(slow.dur),
    input_delay_ms: ms(slow.inputDelay),
    processing_ms: ms(slow.mainThreadHandling),
    presentation_delay_ms: ms(slow.presentationDelay),
    node: nodes[0],
    handler: call?.place,
    handler_ms: call?.ms,
  };
}

function shiftsOf(events: readonly TraceEvent[], start: number): readonly Shift[] {
  return events.flatMap((event): Shift[] => {
    if (event.name !== 'LayoutShift' || event.ts < start) return [];
    const {
      weighted_score_delta: score = 0,
      had_recent_input: afterInput = false,
      impacted_nodes: nodes = [],
    } = dataOf(event) as unknown as {
      weighted_score_delta?: number;
      had_recent_input?: boolean;
      impacted_nodes?: readonly { readonly node_id: number }[];
    };
    if (score === 0) return [];
    return [
      {
        score: Math.round(score * 10_000) / 10_000,
        at_ms: ms(event.ts - start),
        nodes: nodes.map(({ node_id: id }) => id),
        after_input: afterInput,
      },
    ];
  });
}

/** The worst window of five seconds without a pause of one, as the metric is defined. */
function clsOf(shifts: readonly Shift[]): number {
  let [worst, sum, first, last] = [0, 0, -Infinity, -Infinity];
  for (const { score, at_ms: at, after_input: isOurs } of shifts) {
    if (isOurs) continue;
    if (at - last > 1000 || at - first > 5000) [sum, first] = [0, at];
    last = at;
    sum += score;
    worst = Math.max(worst, sum);
  }
  return Math.round(worst * 10_000) / 10_000;
}

/** Those of the load; of other pages in the trace what is wrong there. */
function insightsOf(sets: readonly InsightSet[], main: InsightSet): readonly Insight[] {
  const rank = (state: string) => ['fail', 'informative', 'pass'].indexOf(state);
  return sets
    .flatMap((set) =>
      Object.entries(set.model).flatMap(([name, model]): Insight[] => {
        const state = model instanceof Error ? 'fail' : (model.state ?? 'informative');
        if (set !== main && (state === 'pass' || set.url === undefined)) return [];
        const savings = Object.entries((model.metricSavings ?? {}) as Record<string, number>).filter(
          ([, value]) => Number.isFinite(value) && value > 0,
        );
        return [
          {
            name,
            title: worded(model.title) || name,
            state,
            savings_ms: savings.length > 0 ? Object.fromEntries(savings) : undefined,
            wasted_bytes:
              typeof model.wastedBytes === 'number' && model.wastedBytes > 0 ? model.wastedBytes : undefined,
            docs: typeof model.docs === 'string' ? model.docs : undefined,
            details: state === 'pass' ? undefined : tellInsight(model),
          },
        ];
      }),
    )
    .toSorted((one, other) => rank(one.state) - rank(other.state));
}
