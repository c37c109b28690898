import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Packages that users add themselves. They are looked for beside us and then in a folder of their own: wherever and
 * however we were installed, even by npx for one run, there is one place that npm can put them in.
 */
export class AddOns {
  readonly #folder: string | undefined;

  /** Without a folder only what is installed beside us counts. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** The file that a name such as `onnxruntime-node` or `name/package.json` means; undefined when it is missing. */
  find(request: string): string | undefined {
    for (const place of this.#places()) {
      try {
        return createRequire(place).resolve(request);
      } catch {
        // Not there; whoever asks names the command that gets it.
      }
    }
    return undefined;
  }

  /** The names of all installed packages of a scope such as `@tesseract.js-data`, without it. */
  list(scope: string): string[] {
    const folders = this.#places().flatMap(
      (place) => createRequire(place).resolve.paths(`${scope}/any`) ?? [],
    );
    const names = folders.flatMap((folder) => {
      const place = path.join(folder, scope);
      return existsSync(place) ? readdirSync(place) : [];
    });
    return [...new Set(names)].sort();
  }

  /** What a package exports. Throws when it is missing or does not load. */
  load(name: string): unknown {
    const file = this.find(name);
    if (file === undefined) throw new Error(`There is no package ${name}.`);
    return createRequire(file)(file);
  }

  /** The command that gets these packages, wherever it is run. */
  installCommand(...names: readonly string[]): string {
    const into = this.#folder === undefined ? '' : ` --prefix ${quoted(this.#folder)}`;
    return `npm install --ignore-scripts${into} ${names.join(' ')}`;
  }

  #places(): string[] {
    const own = this.#folder === undefined ? [] : [path.join(this.#folder, 'package.json')];
    return [import.meta.url, ...own];
  }
}

const quoted = (words: string) => (/^[\w./\\:~-]+$/.test(words) ? words : `"${words}"`);
