import { z } from 'zod';
import { contextTool } from '../define-tool.ts';
import { fileLink } from '../files.ts';
import { saveState } from '../save-state.ts';
import { ours } from '../told.ts';

export const storageState = contextTool({
  name: 'browser_storage_state',
  title: 'Save storage state',
  summary: 'Save cookies and local storage to a file.',
  effect: 'write',
  input: { filename: z.string().min(1).optional() },
  faults: ['FILE_NOT_ALLOWED', 'BROWSER_CRASHED'],
  async run(call) {
    const { file } = await saveState(call, call.context.name, call.args.filename);
    const code = [
      { part: 'context' as const, call: 'storageState', args: [{ options: { path: file.shown } }] },
    ];
    return {
      results: [ours(`- [Storage state](${file.shown})`)],
      blocks: [fileLink(file, 'application/json')],
      code,
    };
  },
});
