import { defineModal } from '../../../kernel/modal.ts';
import { telemetryMode } from '../arguments.ts';
import type { TelemetryDeps } from '../deps.ts';
import { withDeltas } from '../with-deltas.ts';
import { auditLog } from './audit-log.ts';
import { clear } from './clear.ts';
import { diffSessions } from './diff-sessions.ts';
import { health } from './health.ts';
import { load } from './load.ts';
import { logDiff } from './log-diff.ts';
import { noiseRule } from './noise-rule-mode.ts';
import { playback } from './playback.ts';
import { recordingStart } from './recording-start.ts';
import { recordingStop } from './recording-stop.ts';
import { store } from './store.ts';
import { streaming } from './streaming.ts';
import { telemetry } from './telemetry.ts';
import { testBoundaryEnd } from './test-boundary-end.ts';
import { testBoundaryStart } from './test-boundary-start.ts';

export const configure = defineModal<TelemetryDeps>({
  name: 'configure',
  title: 'Configure',
  summary:
    'Mark tests, record and play back actions, hide noise, keep data, stream alerts, clear, health, audit.',
  effect: 'destroy',
  openWorld: true,
  key: 'action',
  aliases: ['what'],
  shared: { ...telemetryMode },
  faults: [
    ...(['NO_SUCH_DOCUMENT', 'STORE_FULL', 'INVALID_NOISE_RULE', 'NO_SUCH_NOISE_RULE'] as const),
    ...(['NO_SUCH_SNAPSHOT', 'NO_SUCH_RECORDING', 'RECORDING_ALREADY', 'NOT_RECORDING'] as const),
    ...(['PILOT_DISABLED', 'NO_SUCH_TAB', 'CURSOR_EXPIRED', 'STORE_UNAVAILABLE'] as const),
  ],
  modes: {
    store,
    load,
    noise_rule: noiseRule,
    clear,
    health,
    streaming,
    test_boundary_start: testBoundaryStart,
    test_boundary_end: testBoundaryEnd,
    recording_start: recordingStart,
    recording_stop: recordingStop,
    playback,
    log_diff: logDiff,
    telemetry,
    diff_sessions: diffSessions,
    audit_log: auditLog,
  },
  around: async (call, _mode, run) => withDeltas(call, 'configure', await run()),
});
