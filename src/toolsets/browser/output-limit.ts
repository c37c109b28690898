import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the oldest files of a folder until the rest fits; the newest stays whatever its size. Gives what went. */
export async function limitFolder(folder: string, maxBytes: number): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []); // nothing was written yet
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const known = await stat(path).catch(() => undefined); // gone meanwhile
      return known?.isFile() && name !== '.gitignore'
        ? [{ path, size: known.size, time: known.mtimeMs }]
        : [];
    }),
  );
  const files = found.flat().sort((a, b) => b.time - a.time);
  const gone: string[] = [];
  let total = 0;
  for (const [i, file] of files.entries()) {
    total += file.size;
    if (i === 0 || total <= maxBytes) continue;
    await rm(file.path, { force: true });
    gone.push(file.path);
  }
  return gone;
}
