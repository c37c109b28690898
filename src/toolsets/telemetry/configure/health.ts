import { z } from 'zod';
import { STREAMS } from '../../../contract/streams.ts';
import { quotePageText } from '../../../kernel/page-fence.ts';
import { VERSION } from '../../../kernel/version.ts';
import type { Health } from '../../../store/health.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { notSeen } from '../read-list.ts';
import { listTabs } from '../tabs.ts';

const MB = 1024 * 1024;

export const health = defineMode({
  summary: 'What is connected, what to do next.',
  input: z.object({}),
  async run({ deps, caller }) {
    const { engine, pilot, commands, journal, clock, flow } = deps;
    const [record, tabs] = await Promise.all([deps.store.health(), listTabs(engine)]);
    const memory = process.memoryUsage();
    const { calls, failed } = journal.totals(caller.name);
    return {
      summary: lineOf(deps, record, tabs),
      data: {
        server: {
          version: VERSION,
          uptime_seconds: Math.round((clock.monotonic() - deps.started) / 1000),
          pid: process.pid,
          platform: `${process.platform}-${process.arch}`,
          node_version: process.version,
        },
        memory: { current_mb: Math.round(memory.rss / MB), heap_mb: Math.round(memory.heapUsed / MB) },
        browser: {
          running: engine.isRunning,
          contexts: engine.listContexts(),
          tabs: tabs.length,
          ...notSeen(deps, STREAMS),
        },
        record: { ...record, streams: undefined },
        buffers: buffersOf(record),
        audit: {
          total_calls: calls,
          total_errors: failed,
          error_rate_pct: calls ? Math.round((failed / calls) * 1000) / 10 : 0,
        },
        commands: commands.counts,
        pilot: { enabled: pilot.isOn, source: pilot.source, locked: pilot.isLocked },
        telemetry_mode: deps.deltas.modeOf(caller.session),
        active_tests: flow.tests.list(caller.session).map(({ id }) => id),
        recording: deps.recordings.active?.id ?? null,
        redactions: deps.redactions(),
      },
    };
  },
});

/** What each stream holds, and how near it is to the first of its limits. */
function buffersOf({ streams }: Health) {
  return Object.fromEntries(
    Object.entries(streams).map(([name, { items, bytes, limits }]) => {
      const used = Math.max(items / limits.items, bytes / limits.bytes);
      const capacity = { capacity: limits.items, capacity_bytes: limits.bytes };
      return [name, { items, bytes, ...capacity, utilization_pct: Math.round(used * 1000) / 10 }];
    }),
  );
}

/** The truth in one line: what works, and the one thing to do about what does not. */
function lineOf(
  { engine, pilot }: TelemetryDeps,
  record: Health,
  tabs: readonly { isTracked: boolean; url: string }[],
): string {
  if (record.state === 'stopped') {
    return `Recording has stopped (${record.reason ?? 'unknown reason'}). Next: make room on the disk, or configure({action:"clear"})`;
  }
  if (record.bodyProblem !== null)
    return `Bodies cannot be kept (${record.bodyProblem}). Next: check the state folder`;
  if (record.damaged) return record.damaged;
  const kept = Object.values(record.streams).reduce((sum, { items }) => sum + items, 0);
  const record_ = `record open (${record.backend}, ${kept} items)`;
  if (!engine.isRunning)
    return `No browser runs; ${record_}. Next: interact({action:"navigate", url}) opens a page`;
  if (tabs.length === 0)
    return `Browser runs without a tab; ${record_}. Next: interact({action:"new_tab", url})`;
  const tracked = tabs.find(({ isTracked }) => isTracked);
  const where = tracked ? `, tracked: ${quotePageText(tracked.url)}` : '';
  if (!pilot.isOn)
    return `Browser runs (${tabs.length} tabs${where}); ${record_}; AI Web Pilot is off. Next: observe works, interact does not`;
  return `Browser runs (${tabs.length} tabs${where}); ${record_}; AI Web Pilot is on. Next: observe({what:"error_bundles"})`;
}
