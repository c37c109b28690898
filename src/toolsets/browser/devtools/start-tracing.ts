import { contextTool } from '../define-tool.ts';
import { ours } from '../told.ts';
import { traceLinks } from './trace-links.ts';

export const startTracing = contextTool({
  name: 'browser_start_tracing',
  title: 'Start trace',
  summary: "Start recording a trace for Playwright's trace viewer.",
  effect: 'write',
  input: {},
  faults: ['RECORDING_ALREADY', 'BROWSER_CRASHED'],
  async run(call) {
    const { tracing } = call.context;
    await tracing.start();
    const links = tracing.files ? traceLinks(call, 'Action log', tracing.files) : [];
    return {
      results: [
        ours('Trace recording started'),
        ...(call.deps.answers.style === 'lean' ? [] : links.map(ours)),
      ],
    };
  },
});
