import { z } from 'zod';
import { unlisted } from '../../../kernel/json-schema.ts';
import { browserTool } from '../define-tool.ts';
import { saveState } from '../save-state.ts';
import { ours } from '../told.ts';

export const contextSaveStorage = browserTool({
  name: 'browser_context_save_storage',
  title: 'Save',
  summary: 'Save storage to a file.',
  effect: 'write',
  idempotent: true,
  input: { path: z.string().min(1), name: z.string().min(1).optional().meta(unlisted) },
  faults: ['NO_SUCH_CONTEXT', 'FILE_NOT_ALLOWED'],
  async run(call) {
    const context = call.args.name ?? call.args.context ?? call.deps.engine.activeContext;
    const { file, cookies, origins } = await saveState(call, context, call.args.path);
    return {
      results: [
        ours(
          `Saved ${cookies} cookie(s) and the storage of ${origins} origin(s) of ${context} to ${file.shown}.`,
        ),
      ],
    };
  },
});
