import { goInHistory } from '../../../engines/browser/actions/navigate.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';

export const navigateBack = pageTool({
  name: 'browser_navigate_back',
  title: 'Go back',
  summary: 'Go back in history.',
  effect: 'write',
  input: {},
  faults: ['NO_HISTORY', 'NAVIGATION_FAILED', ...PAGE_FAULTS],
  async run({ deps, tab, signal }) {
    // playwright-mcp stays where it is when there is nowhere to go back to.
    const isLean = deps.answers.style === 'lean';
    const outcome = await goInHistory(tab, 'back', { signal, mayStay: !isLean });
    deps.memory.forget(tab);
    return { done: 'Went back.', outcome, show: 'changes', code: [{ call: 'goBack' }] };
  },
});
