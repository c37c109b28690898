import { z } from 'zod';
import { defineMode } from '../deps.ts';

export const telemetry = defineMode({
  summary: 'Set telemetry_mode for all answers to come, and pilot.',
  input: z.object({ pilot: z.boolean().optional().describe('Whether interact may act on pages.') }),
  run({ args, deps }) {
    const { telemetry_mode: mode } = args as { telemetry_mode?: typeof deps.deltas.mode };
    if (args.pilot !== undefined) deps.pilot.set(args.pilot);
    if (mode !== undefined) deps.deltas.mode = mode;
    return {
      summary: `telemetry_mode is ${deps.deltas.mode}, AI Web Pilot is ${deps.pilot.isOn ? 'on' : 'off'}`,
      data: { status: 'ok', telemetry_mode: deps.deltas.mode, pilot: deps.pilot.isOn },
    };
  },
});
