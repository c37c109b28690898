import { z } from 'zod';
import { THROTTLE_PRESETS } from '../../../../engines/browser/context/network-conditions.ts';
import { runLighthouse } from '../../../../engines/browser/trace/lighthouse.ts';
import { fault } from '../../../../kernel/fault.ts';
import type { Mode } from '../../../../kernel/modal.ts';
import { paging } from '../../arguments.ts';
import type { TelemetryDeps } from '../../deps.ts';
import { defineLook } from '../define-look.ts';
import { everyLook, few, looked } from '../look-arguments.ts';
import { snapshots } from './snapshots.ts';
import { startTrace, stopTrace, type TraceCall, traceLoads } from './take-traces.ts';
import { reportOf } from './tell-runs.ts';

const PRESETS = Object.keys(THROTTLE_PRESETS).filter((name) => name !== 'none') as [
  Exclude<keyof typeof THROTTLE_PRESETS, 'none'>,
];
const EACH_MS = 90_000;
const DEEP_MS = 180_000;

const input = z.object({
  trace: z
    .enum(['load', 'start', 'stop'])
    .optional()
    .describe('load: again, with insights; or start, act, stop.'),
  runs: z.int().min(1).max(20).optional().describe('Loads: median and spread.'),
  cpu: z.number().min(1).max(50).optional().describe('Times slower.'),
  network: z.enum(PRESETS).optional(),
  deep: z.boolean().optional().describe('Lighthouse too.'),
  ...looked,
  ...few,
  after_cursor: paging.after_cursor.describe('For older.'),
  ...everyLook,
});

const traced = defineLook({
  summary: 'Loads; a trace: LCP, INP, CLS, long tasks, insights.',
  input,
  limitMs: ({ runs = 1, deep }) => runs * EACH_MS + (deep ? DEEP_MS : 0),
  async run(call) {
    const { tab, args } = call;
    if (!tab.cdp.isThere) throw fault('NEEDS_CHROMIUM', { what: 'analyze performance with a trace' });
    if (args.trace === 'start') {
      await startTrace(call);
      return { summary: 'a trace runs; act, then ask with trace: "stop"', url: tab.url };
    }
    // What is asked for and not there is said before the work begins.
    const deep = args.deep ? await lookDeeply(call) : undefined;
    const taken = args.trace === 'stop' ? [await stopTrace(call)] : await traceLoads(call);
    const report = await reportOf(call, taken);
    return { ...report, lighthouse: deep };
  },
});

async function lookDeeply({ tab, deps, log, signal }: TraceCall) {
  const { options } = await deps.engine.context(tab.host.context);
  return runLighthouse({ url: tab.url, context: options, log, signal });
}

/** Without a trace it only reads the record, and needs neither pilot nor page. */
export const performance = (name: string): Mode<TelemetryDeps, typeof input> => {
  const look = traced(name);
  return {
    ...look,
    run: (call) => (call.args.trace === undefined && !call.args.deep ? snapshots(call) : look.run(call)),
  };
};
