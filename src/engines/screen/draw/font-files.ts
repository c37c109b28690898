import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const NAMES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];

/** Where the fonts lie: beside the built program, else in the package that they come from. */
export function fontFiles(from: string = import.meta.url): string[] {
  const beside = ['../assets/', './assets/'].map((folder) =>
    NAMES.map((name) => fileURLToPath(new URL(folder + name, from))),
  );
  const built = beside.find((files) => files.every((file) => existsSync(file)));
  if (built) return built;
  const require = createRequire(from);
  return NAMES.map((name) => require.resolve(`dejavu-fonts-ttf/ttf/${name}`));
}
