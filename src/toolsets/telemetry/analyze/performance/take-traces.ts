import { setTimeout as wait } from 'node:timers/promises';
import { reload } from '../../../../engines/browser/actions/navigate.ts';
import type { Tab } from '../../../../engines/browser/page/tab.ts';
import { PageTrace } from '../../../../engines/browser/trace/page-trace.ts';
import { TraceReader } from '../../../../engines/browser/trace/read-trace.ts';
import type { Slowness } from '../../../../engines/browser/trace/throttle.ts';
import { whileSlow } from '../../../../engines/browser/trace/throttle.ts';
import type { TraceReading } from '../../../../engines/browser/trace/trace-reading.ts';
import { fault } from '../../../../kernel/fault.ts';
import { secretsHider } from '../../../../kernel/hide-secrets.ts';
import type { ActionCall } from '../../interact/define-action.ts';

export type TraceCall = ActionCall<{
  readonly trace?: 'load' | 'start' | 'stop' | undefined;
  readonly runs?: number | undefined;
  readonly cpu?: number | undefined;
  readonly network?: Slowness['network'];
}>;

export interface Taken {
  readonly reading: TraceReading;
  readonly file: string;
  readonly bytes: number;
}

/** Late paints and shifts belong to the load, too. */
const AFTER_LOAD_MS = 1_000;
/** What an interaction set off may still be painted. */
const AFTER_ACTION_MS = 300;

interface Running {
  readonly trace: PageTrace;
  stop(): Promise<void>;
}

/** The traces that were started and wait for their end. */
const running = new WeakMap<Tab, Running>();

export async function startTrace(call: TraceCall): Promise<void> {
  const { tab, deps } = call;
  if (running.has(tab)) throw fault('TRACE_RUNS', {});
  const context = await deps.engine.context(tab.host.context);
  const trace = await PageTrace.start(tab);
  const stopped = Promise.withResolvers<void>();
  const slow = whileSlow(tab, context, slownessOf(call), () => stopped.promise);
  slow.catch(() => {}); // raised by whoever ends it
  running.set(tab, {
    trace,
    stop: () => {
      stopped.resolve();
      return slow;
    },
  });
  tab.page.once('close', () => stopped.resolve());
}

export async function stopTrace(call: TraceCall): Promise<Taken> {
  const { tab, signal } = call;
  const begun = running.get(tab);
  if (!begun) throw fault('NO_TRACE', {});
  running.delete(tab);
  await wait(AFTER_ACTION_MS, undefined, { signal });
  await begun.stop();
  const reader = new TraceReader();
  try {
    return await kept(call, begun.trace, reader);
  } finally {
    await reader.end();
  }
}

/** Loads the page as often as asked, each with a trace of its own. */
export async function traceLoads(call: TraceCall): Promise<readonly Taken[]> {
  const { tab, args, deps, signal, progress } = call;
  if (running.has(tab)) throw fault('TRACE_RUNS', {});
  const context = await deps.engine.context(tab.host.context);
  const { runs = 1 } = args;
  const reader = new TraceReader();
  const all: Taken[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      progress(run, runs, `load ${run + 1} of ${runs}`);
      const trace = await PageTrace.start(tab);
      try {
        await whileSlow(tab, context, slownessOf(call), async () => {
          await reload(tab, { signal });
          await wait(AFTER_LOAD_MS, undefined, { signal });
        });
      } catch (error) {
        await trace.cancel();
        throw error;
      }
      all.push(await kept(call, trace, reader));
    }
  } finally {
    await reader.end();
  }
  return all;
}

const slownessOf = ({ args: { cpu, network } }: TraceCall): Slowness => ({ cpu, network });

/** The trace as a file that Chrome DevTools opens, and what it says. */
async function kept(
  { deps, caller, signal }: TraceCall,
  trace: PageTrace,
  reader: TraceReader,
): Promise<Taken> {
  reader.begin();
  const { path, bytes } = await deps.output.write(caller, 'trace.json', trace.end(secretsHider(deps)));
  return { reading: await reader.read(path, signal), file: path, bytes };
}
