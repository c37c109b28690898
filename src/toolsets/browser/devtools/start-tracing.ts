import { contextTool } from '../define-tool.ts';
import { ours } from '../told.ts';

export const startTracing = contextTool({
  name: 'browser_start_tracing',
  title: 'Start trace',
  summary: "Start recording a trace for Playwright's trace viewer.",
  effect: 'write',
  input: {},
  faults: ['RECORDING_ALREADY', 'BROWSER_CRASHED'],
  async run({ context }) {
    await context.tracing.start();
    return { results: [ours('Trace recording started')] };
  },
});
