import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cleanup, scratch } from './scratch.ts';
import { root } from './start-server.ts';

/** The extension, with sites granted that a person would grant in its popup: no test can press that button. */
export async function grantedExtension(
  t: Cleanup,
  sites: readonly string[] = ['http://127.0.0.1/*'],
): Promise<string> {
  const folder = join(await scratch(t), 'extension');
  await cp(join(root, 'dist', 'extension'), folder, { recursive: true });
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...manifest, host_permissions: sites }));
  return folder;
}
