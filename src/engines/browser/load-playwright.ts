/** Loading Playwright takes some 0.4 s and 80 MB, so it waits for the first call that needs a browser. */
export async function loadPlaywright(): Promise<typeof import('playwright-core')> {
  return import('playwright-core');
}
