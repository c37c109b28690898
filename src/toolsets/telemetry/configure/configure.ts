import { z } from 'zod';
import { answerBudget } from '../../../kernel/arguments.ts';
import { defineModal } from '../../../kernel/modal.ts';
import { setTelemetryMode } from '../arguments.ts';
import { withDeltas } from '../call-deltas.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { auditLog } from './audit-log.ts';
import { clear } from './clear.ts';
import { diffSessions } from './diff-sessions.ts';
import { health } from './health.ts';
import { noiseRule } from './noise-rule-mode.ts';
import { logDiff, playback, recordingStart, recordingStop } from './recordings.ts';
import { load, store } from './store.ts';
import { streaming } from './streaming.ts';
import { testBoundaryEnd, testBoundaryStart } from './test-boundaries.ts';

const telemetry = defineMode({
  summary: 'Set telemetry_mode for all answers to come, and pilot.',
  input: z.object({ pilot: z.boolean().optional().describe('interact may act.') }),
  run({ args, deps, caller: { session } }) {
    const { pilot, deltas } = deps;
    const { telemetry_mode: given } = args as { telemetry_mode?: Parameters<typeof deltas.setMode>[1] };
    if (args.pilot !== undefined) pilot.set(args.pilot);
    if (given !== undefined) deltas.setMode(session, given);
    const mode = deltas.modeOf(session);
    return {
      summary: `For this session telemetry_mode is ${mode}, AI Web Pilot is ${pilot.isOn ? 'on' : 'off'}`,
      data: { status: 'ok', telemetry_mode: mode, pilot: pilot.isOn },
    };
  },
});

const MODES = {
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
};

export const configure = configureBy(MODES);

/** In the product two modes are other names for what store and observe do; they are taken and not listed. */
const { load: _load, log_diff: _logDiff, ...beside } = MODES;
export const configureBeside: typeof configure = { ...configure, listed: configureBy(beside) };

function configureBy(modes: Partial<typeof MODES>) {
  return defineModal<TelemetryDeps>({
    name: 'configure',
    title: 'Configure',
    summary: 'Steer the record: tests, recordings, noise, kept data, alerts, health.',
    effect: 'destroy',
    openWorld: true,
    key: 'action',
    aliases: ['what'],
    shared: { ...answerBudget, ...setTelemetryMode },
    faults: [
      'HUMAN_IN_CONTROL',
      ...(['NO_SUCH_DOCUMENT', 'STORE_FULL', 'INVALID_NOISE_RULE', 'NO_SUCH_NOISE_RULE'] as const),
      ...(['NO_SUCH_SNAPSHOT', 'NO_SUCH_RECORDING', 'RECORDING_ALREADY', 'NOT_RECORDING'] as const),
      ...(['PILOT_DISABLED', 'NO_SUCH_TAB', 'CURSOR_EXPIRED', 'STORE_UNAVAILABLE', 'STORE_DAMAGED'] as const),
    ],
    modes,
    around: async (call, _mode, run) => withDeltas(call, 'configure', await run()),
  });
}
