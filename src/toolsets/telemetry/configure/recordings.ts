import { z } from 'zod';
import { navigate } from '../../../engines/browser/actions/navigate.ts';
import { linesOf } from '../../../engines/browser/snapshot/new-sights.ts';
import { quotePageText } from '../../../kernel/page-fence.ts';
import { address, recordingId, scope, tabId, twoRecordings } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { diffOf } from '../recording/log-diff.ts';
import { playRecording } from '../recording/play.ts';
import { stepCounts } from '../recording/recording.ts';
import { sightsOf } from '../recording/sights.ts';
import { findTab, trackedTab } from '../tabs.ts';

export const recordingStart = defineMode({
  summary: 'Record what people and agents do in all tabs.',
  input: z.object({
    name: z.string().min(1).max(50).optional(),
    url: address,
    tab_id: scope.tab_id,
  }),
  async run({ args, deps, signal }) {
    const { engine, recordings } = deps;
    const tab = args.tab_id === undefined ? await trackedTab(engine) : await findTab(engine, args.tab_id);
    const target = tab ?? (args.url === undefined ? undefined : await engine.tab());
    if (target && args.url !== undefined) {
      deps.pilot.assertOn();
      await navigate(target, args.url, { signal });
    }
    await deps.settled();
    const recording = await recordings.start({
      name: args.name,
      start_url: target?.url ?? 'about:blank',
      tab_id: target?.id,
      viewport: target?.page.viewportSize() ?? null,
      before: target ? await linesOf(target.page) : [],
    });
    return {
      summary: `Recording ${recording.id} from ${quotePageText(recording.start_url)}`,
      data: { status: 'ok', recording_id: recording.id, name: recording.name, url: recording.start_url },
    };
  },
});

export const recordingStop = defineMode({
  summary: 'End and keep it.',
  input: z.object({ recording_id: recordingId.recording_id.optional() }),
  async run({ args, deps }) {
    await deps.settled();
    const { active } = deps.recordings;
    const sights = active ? await sightsOf(deps.engine, active) : [];
    const { id, start, end = start, actions, errors } = await deps.recordings.stop(args.recording_id, sights);
    return {
      summary: `${id}: ${actions.length} actions recorded`,
      data: {
        status: 'ok',
        recording_id: id,
        action_count: actions.length,
        error_count: errors.length,
        duration_ms: Math.round((end - start) / 1000),
      },
    };
  },
});

const MOST_MS = 600_000;

export const playback = defineMode({
  summary: 'Do it again; tells what failed.',
  input: z.object({ ...recordingId, ...tabId }),
  timeoutMs: () => MOST_MS,
  async run({ args, deps, caller, signal, progress }) {
    deps.pilot.assertOn();
    const recording = await deps.recordings.find(args.recording_id);
    const { engine } = deps;
    const tab = args.tab_id === undefined ? await engine.tab() : await findTab(engine, args.tab_id);
    const start = deps.clock.micros();
    const told = (done: number, total: number) => progress(done, total, `step ${done} of ${total}`);
    const play = () => playRecording(engine, recording, tab, signal, told);
    const results = await deps.during(() => tab.turns.take(signal, play));
    await deps.settled();
    const kept = await deps.recordings.keepPlayback(recording, start, results);
    const { ok, healed, failed, skipped } = stepCounts(results);
    const done = ok + healed;
    deps.alerts.raise({
      event: 'ci',
      category: 'ci',
      severity: failed > 0 ? 'error' : 'info',
      title: `Playback of ${recording.name} ended`,
      detail: `${failed} of ${results.length} steps failed, ${healed} healed.`,
      time: deps.clock.micros(),
      url: recording.start_url,
      session: caller.session,
    });
    return {
      summary: `${done} of ${results.length} steps done (${healed} healed), ${failed} failed, ${skipped} skipped`,
      data: {
        status: failed === 0 ? 'ok' : 'partial',
        recording_id: recording.id,
        playback_id: kept.id,
        actions_executed: done,
        actions_failed: failed,
        actions_healed: healed,
        actions_skipped: skipped,
        actions_total: results.length,
        duration_ms: Math.round((kept.end - kept.start) / 1000),
        failures: results.filter(({ status }) => status === 'failed'),
        healed: results.filter(({ status }) => status === 'healed'),
      },
    };
  },
});

export const logDiff = defineMode({
  summary: 'Compare two recordings in figures.',
  input: z.object({ ...twoRecordings }),
  async run({ args, deps }) {
    const { new_errors, missing_events, changed_values, ...rest } = await diffOf(deps.recordings, args);
    return {
      summary: rest.summary,
      data: {
        ...rest,
        original_id: args.original_id,
        replay_id: args.replay_id,
        new_errors: new_errors.length,
        missing_events: missing_events.length,
        changed_values: changed_values.length,
      },
    };
  },
});
