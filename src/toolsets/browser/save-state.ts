import { stampedName } from '../../engines/browser/stamped-name.ts';
import { type Asking, type SavedFile, save } from './files.ts';

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
