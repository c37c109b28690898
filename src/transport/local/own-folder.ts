import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { fault } from '../../kernel/fault.ts';

/** A folder that exists and can be written; a new one is owner-only. */
export async function writableFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

/** A folder of our own, which nobody else can look into, also when it was there before. */
export async function ownFolder(path: string): Promise<void> {
  await writableFolder(path);
  if (process.platform === 'win32') return;
  const { uid, mode } = await stat(path);
  if (uid !== process.getuid?.())
    throw fault('FOLDER_NOT_WRITABLE', { path, why: 'it belongs to another user' });
  if ((mode & 0o077) === 0) return;
  try {
    await chmod(path, 0o700);
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

export function notWritable(path: string, cause: unknown) {
  const why = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  return fault('FOLDER_NOT_WRITABLE', { path, why }, cause);
}
