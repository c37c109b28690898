import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fault } from '../kernel/fault.ts';

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
