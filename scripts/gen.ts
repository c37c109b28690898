/**
 * Writes what can be derived from the code: the pages of docs/ and the manifest of the toolsets. With --check
 * it only compares, and fails when a file differs.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configPage } from './gen/config-page.ts';
import { faultsPage } from './gen/faults-page.ts';
import { loadProfiles, loadToolsets } from './gen/loaded.ts';
import { manifestSource } from './gen/manifest.ts';
import { toolsPage } from './gen/tools-page.ts';

const root = resolve(import.meta.dirname, '..');

const [toolsets, profiles] = await Promise.all([loadToolsets(), loadProfiles()]);

/** Every generated file: its path and its text. */
const pages = new Map<string, string>([
  ['docs/faults.md', faultsPage()],
  ['docs/config.md', configPage(profiles)],
  ['src/toolsets/manifest.generated.ts', manifestSource(toolsets)],
  ...[...toolsets].map(
    ([name, toolset]) => [`docs/tools/${name}.md`, toolsPage(name, toolset, profiles)] as const,
  ),
]);

const differing = [...pages].filter(([path, text]) => text !== present(path));
if (process.argv.includes('--check')) {
  for (const [path] of differing)
    process.stdout.write(`${path} is not what the code says; run "npm run gen".\n`);
  process.exitCode = differing.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of differing) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    process.stdout.write(`${path} written\n`);
  }
  process.stdout.write(`${pages.size} files, ${differing.length} changed\n`);
}

function present(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined; // not written yet
  }
}
