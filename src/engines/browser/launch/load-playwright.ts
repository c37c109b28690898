import { createRequire } from 'node:module';
import { loadCompiled } from './compiled-module.ts';
import { compiledFolder } from './keep-compiled.ts';
import { useOwnTemporaryFolder } from './own-temporary.ts';

/** Nearly all of it; the second requires the first. */
const BUNDLES = ['playwright-core/lib/utilsBundle', 'playwright-core/lib/coreBundle'];

/**
 * Loading Playwright takes some 0.2 s and 80 MB, so it waits for the first call that needs a browser. With require:
 * an import would read the whole of it once more, only to learn the names of its exports.
 */
export async function loadPlaywright(): Promise<typeof import('playwright-core')> {
  // Playwright remembers where temporary files go when it is loaded.
  useOwnTemporaryFolder();
  const require = createRequire(import.meta.url);
  const folder = compiledFolder();
  if (folder && !isLoaded) for (const name of BUNDLES) quicken(require, name, folder);
  isLoaded = true;
  return require('playwright-core') as typeof import('playwright-core');
}

let isLoaded = false;

function quicken(require: NodeJS.Require, name: string, folder: string): void {
  let path: string;
  try {
    path = require.resolve(name);
  } catch {
    return; // a later version has other parts
  }
  loadCompiled(path, folder);
}
