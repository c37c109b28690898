import { createRequire } from 'node:module';

/**
 * Loading Playwright takes some 0.2 s and 80 MB, so it waits for the first call that needs a browser. With require:
 * an import would read the whole of it once more, only to learn the names of its exports.
 */
export async function loadPlaywright(): Promise<typeof import('playwright-core')> {
  return createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core');
}
