import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, realpath, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, parse, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { fault } from '../kernel/fault.ts';
import type { OutputFolder, WrittenFile } from '../kernel/output.ts';
import type { Caller } from '../kernel/tool.ts';

/** Answers' files: in the folder that was set, else in `.sensorium` where the client works. */
export class Files implements OutputFolder {
  readonly #given: string | undefined;
  readonly #fallback: string;

  /** `fallback` serves clients that work in no folder of their own, such as the root or the home folder. */
  constructor(given: string | undefined, fallback: string) {
    this.#given = given && resolve(given);
    this.#fallback = fallback;
  }

  async write(
    caller: Caller,
    name: string,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
  ): Promise<WrittenFile> {
    const folder = await this.#folder(caller);
    const path = await freePath(folder, basename(name));
    let written = 0;
    const counted = async function* () {
      for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
        written += piece.length;
        yield piece;
      }
    };
    await pipeline(Readable.from(counted()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, uri: pathToFileURL(path).href, bytes: written };
  }

  async allowed(caller: Caller, path: string): Promise<string> {
    const folder = await this.#folder(caller);
    const wanted = isAbsolute(path) ? path : resolve(caller.cwd, path);
    const real = join(await realParent(dirname(wanted)), basename(wanted));
    const roots = await Promise.all([folder, caller.cwd].map((root) => realpath(root).catch(() => root)));
    if (roots.some((root) => isInside(root, real))) return real;
    throw fault('FILE_NOT_ALLOWED', { path });
  }

  async #folder(caller: Caller): Promise<string> {
    if (this.#given) return makeFolder(this.#given);
    const own = resolve(caller.cwd);
    const isShared = own === homedir() || own === parse(own).root;
    if (!isShared && (await isWritable(own))) {
      const folder = await makeFolder(join(own, '.sensorium'));
      // What lands there is not the project's: keep it out of its history.
      await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
      return folder;
    }
    return makeFolder(this.#fallback);
  }
}

async function makeFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
    return path;
  } catch (cause) {
    throw fault(
      'FOLDER_NOT_WRITABLE',
      { path, why: (cause as NodeJS.ErrnoException).code ?? 'unknown' },
      cause,
    );
  }
}

const isWritable = (path: string) =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

/** A name that is taken gets a number: report.har, report-2.har. */
async function freePath(folder: string, name: string): Promise<string> {
  const ending = extname(name);
  const stem = basename(name, ending);
  for (let n = 1; ; n++) {
    const path = join(folder, n === 1 ? name : `${stem}-${n}${ending}`);
    const isTaken = await access(path).then(
      () => true,
      () => false,
    );
    if (!isTaken) return path;
  }
}

/** Links are followed, so that one inside a folder cannot lead out of it. */
async function realParent(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const above = dirname(folder);
    return above === folder ? folder : join(await realParent(above), basename(folder));
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
