import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fault } from '../kernel/fault.ts';

/** A folder that exists and can be written; a new one is owner-only. */
export async function writableFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

/**
 * Why a folder cannot be written or made; undefined if it can. Makes nothing: a folder that is not there counts as the
 * one it would be made in.
 */
export async function folderProblem(path: string): Promise<string | undefined> {
  for (let nearest = path; ; nearest = dirname(nearest)) {
    try {
      await access(nearest, constants.W_OK | constants.X_OK);
      return (await stat(nearest)).isDirectory() ? undefined : 'ENOTDIR';
    } catch (cause) {
      const { code = 'unknown' } = cause as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || dirname(nearest) === nearest) return code;
    }
  }
}

/** Refuses a folder that cannot be written, before anything is made. */
export async function assertWritable(path: string): Promise<void> {
  const why = await folderProblem(path);
  if (why !== undefined) throw fault('FOLDER_NOT_WRITABLE', { path, why });
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

function notWritable(path: string, cause: unknown) {
  return fault(
    'FOLDER_NOT_WRITABLE',
    { path, why: (cause as NodeJS.ErrnoException).code ?? 'unknown' },
    cause,
  );
}
