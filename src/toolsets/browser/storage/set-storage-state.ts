import { z } from 'zod';
import { setStorageState as restore } from '../../../engines/browser/context/storage.ts';
import { contextTool } from '../define-tool.ts';
import { readable } from '../files.ts';
import { ours } from '../told.ts';

export const setStorageState = contextTool({
  name: 'browser_set_storage_state',
  title: 'Restore storage state',
  summary: 'Replace cookies and local storage by those of a file.',
  effect: 'destroy',
  idempotent: true,
  input: { filename: z.string().min(1) },
  faults: ['FILE_NOT_READABLE', 'INVALID_STORAGE_STATE', 'BROWSER_CRASHED'],
  async run(call) {
    const { filename } = call.args;
    await restore(call.context, await readable(call, filename), call.deps.secrets);
    const code = [{ part: 'context' as const, call: 'setStorageState', args: [filename] }];
    return { results: [ours(`Storage state restored from ${filename}`)], code };
  },
});
