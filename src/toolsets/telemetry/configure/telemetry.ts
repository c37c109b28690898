import { z } from 'zod';
import { defineMode } from '../deps.ts';

export const telemetry = defineMode({
  summary: 'How much every answer tells of what is new (telemetry_mode), and whether agents may act (pilot).',
  input: z.object({ pilot: z.boolean().optional() }),
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
