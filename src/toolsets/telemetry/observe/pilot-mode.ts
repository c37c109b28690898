import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { defineMode } from '../deps.ts';
import { stateWords } from '../tabs.ts';

export const pilot = defineMode({
  summary: 'Whether interact may act.',
  input: z.object({}),
  run({ deps }) {
    const { pilot: is, engine, clock } = deps;
    const data = {
      enabled: is.isOn,
      source: is.source,
      locked: is.isLocked,
      browser_running: engine.isRunning,
      state: stateWords(engine, is.isOn),
      metadata: { retrieved_at: isoMicros(clock.micros()) },
    };
    return { summary: `AI Web Pilot is ${is.isOn ? 'on' : 'off'} (${is.source})`, data };
  },
});
