import { text } from '../../../kernel/content.ts';
import { defineModal } from '../../../kernel/modal.ts';
import { telemetryMode } from '../arguments.ts';
import type { TelemetryDeps } from '../deps.ts';
import { settledSoon } from '../settled-soon.ts';
import { withDeltas } from '../with-deltas.ts';
import { actions } from './actions.ts';
import { commandResult } from './command-result.ts';
import { errorBundles } from './error-bundles.ts';
import { errors } from './errors.ts';
import { extensionLogs } from './extension-logs.ts';
import { failedCommands } from './failed-commands.ts';
import { logDiffReport } from './log-diff-report.ts';
import { logs } from './logs.ts';
import { networkBodies } from './network-bodies.ts';
import { networkWaterfall } from './network-waterfall.ts';
import { page } from './page.ts';
import { pendingCommands } from './pending-commands.ts';
import { pilot } from './pilot-mode.ts';
import { playbackResults } from './playback-results.ts';
import { recordingActions } from './recording-actions.ts';
import { recordings } from './recordings.ts';
import { savedVideos } from './saved-videos.ts';
import { screenshotMode } from './screenshot-mode.ts';
import { tabs } from './tabs-mode.ts';
import { timeline } from './timeline.ts';
import { vitals } from './vitals.ts';
import { websocketEvents } from './websocket-events.ts';
import { websocketStatus } from './websocket-status.ts';

export const observe = defineModal<TelemetryDeps>({
  name: 'observe',
  title: 'Observe',
  summary: 'Read what pages did, from the record, newest first. Start with error_bundles.',
  effect: 'read',
  openWorld: true,
  key: 'what',
  shared: { ...telemetryMode },
  faults: [
    'INVALID_CURSOR',
    'CURSOR_EXPIRED',
    'NO_SUCH_ITEM',
    'NO_PAGE',
    'NO_SUCH_TAB',
    'NO_SUCH_COMMAND',
    'NO_SUCH_RECORDING',
    'INVALID_BODY_PATH',
    'STORE_UNAVAILABLE',
  ],
  modes: {
    errors,
    logs,
    extension_logs: extensionLogs,
    network_waterfall: networkWaterfall,
    network_bodies: networkBodies,
    websocket_events: websocketEvents,
    websocket_status: websocketStatus,
    actions,
    vitals,
    page,
    tabs,
    pilot,
    timeline,
    error_bundles: errorBundles,
    screenshot: screenshotMode,
    command_result: commandResult,
    pending_commands: pendingCommands,
    failed_commands: failedCommands,
    saved_videos: savedVideos,
    recordings,
    recording_actions: recordingActions,
    playback_results: playbackResults,
    log_diff_report: logDiffReport,
  },
  async around(call, _mode, run) {
    // What the browser has seen but not told yet belongs into this answer.
    await settledSoon(call.deps);
    const reply = await withDeltas(call, 'observe', await run());
    const alerts = call.deps.alerts.drain(call.caller);
    if (alerts.length === 0) return reply;
    const block = text(`--- ALERTS (${alerts.length}) ---\n${JSON.stringify(alerts)}`);
    return { ...reply, blocks: [...(reply.blocks ?? []), block] };
  },
});
