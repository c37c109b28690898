import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notWritable } from '../../kernel/fault.ts';
import { generateKey } from '../keys.ts';

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
    throw notWritable(path, cause);
  }
}

function ifMissing(cause: NodeJS.ErrnoException): string {
  if (cause.code === 'ENOENT') return '';
  throw cause;
}
