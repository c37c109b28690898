import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const variant = '4.0.0_best_int';

/** The folder of the npm package with the data of a language, when it is installed beside us. */
export function languageFolder(code: string): string | undefined {
  if (!/^[A-Za-z_]{3,20}$/.test(code)) return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve(`@tesseract.js-data/${code}/package.json`);
    const folder = path.join(path.dirname(manifest), variant);
    return existsSync(path.join(folder, `${code}.traineddata.gz`)) ? folder : undefined;
  } catch {
    // Not installed; the caller names the command that gets it.
    return undefined;
  }
}

export function installHint(code: string): string {
  return `npm install @tesseract.js-data/${code}`;
}
