import { z } from 'zod';
import { setStorageState as restore } from '../../../engines/browser/context/storage.ts';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import { ownText } from '../../../report/browser-result.ts';
import type { SavedFile } from '../../../report/browser-style.ts';
import { fileLink } from '../../../report/listing.ts';
import { contextTool, toFile } from '../define-tool.ts';
import { type Asking, readable, save } from '../files.ts';

export const storageState = contextTool({
  name: 'browser_storage_state',
  title: 'Save storage state',
  summary: 'Save cookies and local storage to a file.',
  effect: 'write',
  input: { ...toFile },
  faults: ['FILE_NOT_ALLOWED', 'FILE_EXISTS', 'BROWSER_CRASHED'],
  async run(call) {
    const { file } = await saveState(call, call.context.name, call.args.filename);
    const code = [
      { part: 'context' as const, call: 'storageState', args: [{ options: { path: file.shown } }] },
    ];
    return {
      done: TRUE_VALUES,
      results: [ownText(`- [Storage state](${file.shown})`)],
      files: [fileLink(file, 'application/json')],
      code,
    };
  },
});

export const setStorageState = contextTool({
  name: 'browser_set_storage_state',
  title: 'Restore storage state',
  summary: 'Replace cookies and local storage by those of a file.',
  effect: 'destroy',
  idempotent: true,
  input: { filename: z.string().min(1).describe('Of browser_storage_state.') },
  faults: ['FILE_NOT_READABLE', 'INVALID_STORAGE_STATE', 'BROWSER_CRASHED'],
  async run(call) {
    const { filename } = call.args;
    await restore(call.context, await readable(call, filename), call.deps.secrets);
    const code = [{ part: 'context' as const, call: 'setStorageState', args: [filename] }];
    return { results: [ownText(`Storage state restored from ${filename}`)], code };
  },
});

export const TRUE_VALUES = 'It holds the true cookies and tokens: whoever has the file is logged in.';

export interface SavedState {
  readonly file: SavedFile;
  readonly cookies: number;
  readonly origins: number;
}

/**
 * Writes the storage state of a context. Tokens in it are not redacted, for it is there to be read back; secrets are
 * replaced by marks that reading it puts back. The file is for its owner only.
 */
export async function saveState(
  asking: Asking,
  context: string | undefined,
  filename: string | undefined,
): Promise<SavedState> {
  const state = await asking.deps.engine.storageState(context);
  const bytes = Buffer.from(JSON.stringify(asking.deps.secrets.seal(state), null, 2));
  const file = await save(asking, filename, stampedName('storage-state', 'json'), bytes);
  return { file, cookies: state.cookies.length, origins: state.origins.length };
}
