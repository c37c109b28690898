import { z } from 'zod';
import { browserTool } from '../define-tool.ts';

export const contextSwitch = browserTool({
  name: 'browser_context_switch',
  title: 'Switch',
  summary: 'Make a context active.',
  effect: 'write',
  idempotent: true,
  input: { name: z.string().min(1) },
  faults: ['NO_SUCH_CONTEXT'],
  async run({ args, deps }) {
    const before = deps.engine.switchContext(args.name);
    const tab = (await deps.engine.context(args.name)).active;
    if (tab) deps.memory.forget(tab);
    return {
      done: `Switched from ${before} to ${args.name}.`,
      compatible: [`Switched from context '${before}' to '${args.name}'`],
      tab,
      show: 'page',
    };
  },
});
