import { contextTool } from '../define-tool.ts';
import { ours, pages } from '../told.ts';

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

export const stopRecording = contextTool({
  name: 'browser_stop_recording',
  title: 'Stop recording',
  summary: 'End the recording and get its code.',
  effect: 'write',
  input: {},
  hasData: true,
  faults: ['NOT_RECORDING', 'BROWSER_CRASHED'],
  async run({ deps, context }) {
    const actions = await deps.recordings.stop(context);
    if (actions.length === 0)
      return {
        results: [ours('Recording stopped. No actions were recorded.')],
        compatibleShow: 'changes',
        data: { actions },
      };
    const { codegen = 'typescript' } = deps.answers;
    const fence = codegen === 'typescript' ? 'js' : codegen;
    const code = `\`\`\`${fence}\n${actions.join('\n')}\n\`\`\``;
    return {
      results: [ours('Recording stopped. Recorded actions:\n'), pages(code)],
      compatibleShow: 'changes',
      data: { actions },
    };
  },
});
