import { contextTool } from '../define-tool.ts';
import { ours } from '../told.ts';

export const startRecording = contextTool({
  name: 'browser_start_recording',
  title: 'Start recording',
  summary: 'Write down as test code what a person does in the browser.',
  effect: 'write',
  input: {},
  faults: ['RECORDING_ALREADY', 'ACTION_FAILED', 'BROWSER_CRASHED'],
  async run({ deps, context }) {
    const { codegen = 'typescript' } = deps.answers;
    await context.tab();
    await deps.recordings.start(context, codegen === 'typescript' ? 'playwright-test' : codegen);
    return {
      results: [ours('Recording started. Call browser_stop_recording to retrieve the recorded actions.')],
    };
  },
});
