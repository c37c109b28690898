import { fault } from '../../../kernel/fault.ts';
import { browserTool } from '../define-tool.ts';

export const close = browserTool({
  name: 'browser_close',
  title: 'Close',
  summary: 'Close the browser.',
  effect: 'destroy',
  idempotent: true,
  input: {},
  faults: ['NO_SUCH_TAB', 'NO_SUCH_CONTEXT', 'LAST_CONTEXT', 'BROWSER_SHARED'],
  async run({ args, deps }) {
    const { engine } = deps;
    const code =
      deps.answers.codegen === 'typescript' ? [{ line: 'await page.close()' }] : [{ call: 'close' }];
    if (args.tab !== undefined) {
      const context = await engine.context(args.context);
      await context.closeTab(args.tab);
      return { done: `Closed tab ${args.tab}.`, code };
    }
    if (args.context !== undefined) {
      await engine.closeContext(args.context);
      return { done: `Closed context ${args.context}.`, code };
    }
    if (deps.isShared) throw fault('BROWSER_SHARED');
    await engine.stop();
    return {
      done: 'Closed the browser; the next call starts a new one.',
      compatible: ['No open tabs. Navigate to a URL to create one.'],
      code,
    };
  },
});
