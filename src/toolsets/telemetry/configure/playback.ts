import { z } from 'zod';
import { recordingId, tabId } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { playRecording } from '../recording/play.ts';
import type { StepResult } from '../recording/recording.ts';
import { findTab } from '../tabs.ts';

const MOST_MS = 600_000;

export const playback = defineMode({
  summary: 'Do a recording again in the browser; answers when done, with what failed.',
  input: z.object({ ...recordingId, ...tabId }),
  timeoutMs: () => MOST_MS,
  async run({ args, deps, signal, progress }) {
    deps.pilot.assertOn();
    const recording = await deps.recordings.find(args.recording_id);
    const { engine } = deps;
    const tab = args.tab_id === undefined ? await engine.tab() : await findTab(engine, args.tab_id);
    const start = deps.clock.micros();
    const play = () =>
      playRecording(engine, recording, tab, signal, (done, total) =>
        progress(done, total, `step ${done} of ${total}`),
      );
    const inTurn = () => tab.turns.take(signal, play);
    const results = await (deps.during ? deps.during(inTurn) : inTurn());
    await deps.settled?.();
    const kept = await deps.recordings.keepPlayback(recording, start, results);
    const counts = countsOf(results);
    deps.alerts.raise({
      event: 'ci',
      category: 'ci',
      severity: counts.failed > 0 ? 'error' : 'info',
      title: `Playback of ${recording.name} ended`,
      detail: `${counts.failed} of ${results.length} steps failed, ${counts.healed} healed.`,
      time: deps.clock.micros(),
      url: recording.start_url,
    });
    return {
      summary: `${counts.done} of ${results.length} steps done (${counts.healed} healed), ${counts.failed} failed, ${counts.skipped} skipped`,
      data: {
        status: counts.failed === 0 ? 'ok' : 'partial',
        recording_id: recording.id,
        playback_id: kept.id,
        actions_executed: counts.done,
        actions_failed: counts.failed,
        actions_healed: counts.healed,
        actions_skipped: counts.skipped,
        actions_total: results.length,
        duration_ms: Math.round((kept.end - kept.start) / 1000),
        failures: results.filter(({ status }) => status === 'failed'),
        healed: results.filter(({ status }) => status === 'healed'),
      },
    };
  },
});

function countsOf(results: readonly StepResult[]) {
  const count = (...some: StepResult['status'][]) =>
    results.filter(({ status }) => some.includes(status)).length;
  return {
    done: count('ok', 'healed'),
    healed: count('healed'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
}
