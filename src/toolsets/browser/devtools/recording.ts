import { ownText, pageText } from '../../../report/browser-result.ts';
import { contextTool } from '../define-tool.ts';

export const startRecording = contextTool({
  name: 'browser_start_recording',
  title: 'Start recording',
  summary: 'Write down as test code what a person does in the browser.',
  effect: 'write',
  input: {},
  faults: ['RECORDING_ALREADY', 'ACTION_FAILED', 'BROWSER_CRASHED'],
  async run({ deps, context }) {
    const { codeLanguage } = deps;
    await context.tab();
    await deps.recorder.start(context, codeLanguage === 'typescript' ? 'playwright-test' : codeLanguage);
    const words = 'Recording started. Call browser_stop_recording to retrieve the recorded actions.';
    return { results: [ownText(words)] };
  },
});

export const stopRecording = contextTool({
  name: 'browser_stop_recording',
  title: 'Stop recording',
  summary: 'End the recording and get its code.',
  effect: 'write',
  input: {},
  faults: ['NOT_RECORDING', 'BROWSER_CRASHED'],
  async run({ deps, context }) {
    const actions = await deps.recorder.stop(context);
    const data = { actions };
    if (actions.length === 0)
      return { results: [ownText('Recording stopped. No actions were recorded.')], data };
    const fence = deps.codeLanguage === 'typescript' ? 'js' : deps.codeLanguage;
    const code = `\`\`\`${fence}\n${actions.join('\n')}\n\`\`\``;
    return { results: [ownText('Recording stopped. Recorded actions:\n'), pageText(code)], data };
  },
});
