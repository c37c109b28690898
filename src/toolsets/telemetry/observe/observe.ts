import { answerBudget } from '../../../kernel/arguments.ts';
import { text } from '../../../kernel/content.ts';
import { defineModal } from '../../../kernel/modal.ts';
import { within } from '../../../kernel/within.ts';
import { firstWithin } from '../../../report/listing.ts';
import { telemetryMode, whose } from '../arguments.ts';
import { withDeltas } from '../call-deltas.ts';
import type { TelemetryDeps } from '../deps.ts';
import { actions } from './actions.ts';
import { commandResult, failedCommands, pendingCommands } from './commands.ts';
import { errorBundles } from './error-bundles.ts';
import { errors } from './errors.ts';
import { extensionLogs, logs } from './logs.ts';
import { networkBodies } from './network-bodies.ts';
import { networkWaterfall } from './network-waterfall.ts';
import { page, pilot, screenshotMode, tabs } from './pages.ts';
import { logDiffReport, playbackResults, recordingActions, recordings } from './recordings.ts';
import { savedVideos } from './saved-videos.ts';
import { serviceLogs, serviceMetrics, spans } from './services.ts';
import { timeline } from './timeline.ts';
import { vitals } from './vitals.ts';
import { websocketEvents, websocketStatus } from './websockets.ts';

const MOST_SETTLING_MS = 100;

/** What Gasoline's specification names. */
const MODES = {
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
};
const MORE = { spans, service_logs: serviceLogs, service_metrics: serviceMetrics };

export const observe = observeBy(MODES);

/** Beside the tools of the browser other names for what they do are taken and not listed. */
const { page: _page, tabs: _tabs, screenshot: _screenshot, ...beside } = MODES;
export const observeBeside: typeof observe = {
  ...observeBy({ ...MODES, ...MORE }),
  listed: observeBy({ ...beside, ...MORE }),
};

function observeBy(modes: Partial<typeof MODES & typeof MORE>) {
  return defineModal<TelemetryDeps>({
    name: 'observe',
    title: 'Observe',
    summary: 'Read what your pages did, newest first. Start with error_bundles.',
    effect: 'read',
    openWorld: true,
    key: 'what',
    marked: { argument: 'after_cursor', means: 'lists' },
    shared: { ...whose, ...answerBudget, ...telemetryMode },
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
      'STORE_DAMAGED',
    ],
    modes,
    async around(call, _mode, run) {
      // What the browser has seen but not told yet belongs into this answer; a page that never rests must not
      // hold it up, and what comes later is in the next one.
      await within(call.deps.settled(), MOST_SETTLING_MS);
      const reply = await withDeltas(call, 'observe', await run());
      const alerts = call.deps.alerts.drain(call.caller);
      if (alerts.length === 0) return reply;
      const { kept, left } = firstWithin(
        alerts.map((one) => JSON.stringify(one)),
        call.budget / 4,
      );
      const more = left > 0 ? `\n${left} more alerts: what they tell of is in errors and timeline.` : '';
      const block = text(`--- ALERTS (${alerts.length}) ---\n[${kept.join(',')}]${more}`);
      return { ...reply, blocks: [...(reply.blocks ?? []), block] };
    },
  });
}
