import { z } from 'zod';
import { browserTool } from '../define-tool.ts';

export const contextClose = browserTool({
  name: 'browser_context_close',
  title: 'Close context',
  summary: 'Close a context.',
  effect: 'destroy',
  input: { name: z.string().min(1) },
  faults: ['NO_SUCH_CONTEXT', 'LAST_CONTEXT'],
  async run({ args, deps }) {
    const before = deps.engine.activeContext;
    await deps.engine.closeContext(args.name);
    const now = deps.engine.activeContext;
    const moved = now === before ? '' : ` Active now: ${now}.`;
    return {
      done: `Closed context ${args.name}.${moved}`,
      compatible: [`Closed browser context '${args.name}'`],
    };
  },
});
