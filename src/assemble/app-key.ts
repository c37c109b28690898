import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../kernel/fault.ts';
import { generateKey } from '../transport/keys.ts';

/** The key of the app's HTTP endpoint, kept in the state folder so that clients' configs outlive a restart. */
export async function keptKey(state: string): Promise<string> {
  const path = join(state, 'http-key');
  try {
    const kept = (await readFile(path, 'utf8').catch(ifMissing)).trim();
    if (/^\S{8,}$/.test(kept)) {
      await chmod(path, 0o600);
      return kept;
    }
    const key = generateKey();
    // Whole or not at all: half a key would lock every client out.
    await writeFile(`${path}.new`, `${key}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
    return key;
  } catch (cause) {
    throw fault(
      'FOLDER_NOT_WRITABLE',
      { path, why: (cause as NodeJS.ErrnoException).code ?? 'unknown' },
      cause,
    );
  }
}

function ifMissing(cause: NodeJS.ErrnoException): string {
  if (cause.code === 'ENOENT') return '';
  throw cause;
}
