import { access, constants, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { fault, notWritable } from '../kernel/fault.ts';
import { createFree, removeDirectly, renameDirectly, writeDirectly } from '../kernel/open-directly.ts';
import type { OutputFolder, WrittenFile } from '../kernel/output.ts';
import { ownerOf } from '../kernel/owner.ts';
import type { Caller } from '../kernel/tool.ts';
import { OwnFiles } from './own-files.ts';
import { ownFolders } from './own-folders.ts';

/** Whether a caller is one of several who share nothing. */
type IsApart = (caller: Pick<Caller, 'name'>) => boolean;

/** Answers' files: in the folder that was set, else in one of ours where the client works. */
export class Files implements OutputFolder {
  readonly #given: string | undefined;
  readonly #fallback: string;
  readonly #isUnrestricted: boolean;
  readonly #name: string;
  readonly #ours: OwnFiles;
  readonly #isApart: IsApart;

  /**
   * `fallback` serves clients that work in no folder of their own, such as the root or the home folder. Who is `apart`
   * has the folder that the server was started in as little as others' files.
   */
  constructor(
    given: string | undefined,
    fallback: string,
    isUnrestricted = false,
    name = '.sensorium',
    isApart: IsApart = () => false,
  ) {
    this.#given = given && resolve(given);
    this.#fallback = fallback;
    this.#isUnrestricted = isUnrestricted;
    this.#name = name;
    this.#isApart = isApart;
    this.#ours = new OwnFiles(`${fallback}-files`);
  }

  async write(
    caller: Caller,
    name: string,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
  ): Promise<WrittenFile> {
    const folder = await this.folder(caller);
    const { path, handle } = await createFree(folder, basename(name)).catch((cause) => {
      throw notWritable(folder, cause);
    });
    let written = 0;
    const counted = async function* () {
      for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
        written += piece.length;
        yield piece;
      }
    };
    try {
      await pipeline(Readable.from(counted()), handle.createWriteStream());
    } catch (thrown) {
      // Half a file would be taken for a whole one.
      await removeDirectly(path);
      throw isWriteError(thrown) ? notWritable(folder, thrown) : thrown;
    }
    return { path, uri: pathToFileURL(path).href, bytes: written };
  }

  async allowed(caller: Caller, path: string): Promise<string> {
    const { real, way } = await this.#look(caller, path, []);
    if (!this.#isUnrestricted && way === undefined) throw fault('FILE_NOT_ALLOWED', { path });
    // Who reads a pipe or a device waits for what may never come, or never ends.
    const found = await stat(real).catch(() => undefined);
    if (found && !found.isFile() && !found.isDirectory()) throw fault('FILE_NOT_ALLOWED', { path });
    return real;
  }

  async writable(caller: Caller, path: string, named: readonly string[] = []): Promise<string> {
    const { real, way } = await this.#look(caller, path, named);
    const isPlain = way?.split(sep).every((part) => !part.startsWith('.'));
    if (this.#isUnrestricted || isPlain) return real;
    throw fault('FILE_NOT_ALLOWED', { path });
  }

  async reserve(caller: Caller, path: string, overwrite: boolean): Promise<string> {
    const real = await this.writable(caller, path);
    const found = await lstat(real).catch(() => undefined);
    if (found?.isDirectory()) throw fault('FOLDER_NOT_WRITABLE', { path, why: 'it is a folder' });
    if (!found) return real;
    if (!overwrite || !(await this.#mayReplace(real))) throw fault('FILE_EXISTS', { path });
    return real;
  }

  async wrote(path: string, wanted = path): Promise<string> {
    const isBeside = wanted !== path && (await this.#mayReplace(wanted));
    if (isBeside) await renameDirectly(path, wanted);
    const final = isBeside ? wanted : path;
    await this.#ours.add(final);
    return final;
  }

  #mayReplace(path: string): Promise<boolean> {
    return this.#isUnrestricted ? Promise.resolve(true) : this.#ours.has(path);
  }

  /** The path without links, and how it leads on from the output folder, the caller's own or a named one, if it does. */
  async #look(caller: Caller, path: string, named: readonly string[]) {
    const folder = await this.folder(caller);
    const own = await this.#own(caller);
    const places = named.map((place) => realpath(place).catch(() => resolve(place)));
    const roots = [folder, ...own, ...(await Promise.all(places))];
    // Who has no folder of their own means the output folder.
    const bases = own.length > 0 ? [caller.cwd] : [caller.cwd, folder];
    const meant = await Promise.all(bases.map((base) => realPath(resolve(base, path))));
    for (const real of meant) {
      const root = real && roots.find((one) => one === real || isInside(one, real));
      if (real && root) return { real, way: relative(root, real) };
    }
    const [real] = meant;
    if (real === undefined) throw fault('FILE_NOT_ALLOWED', { path });
    return { real, way: undefined };
  }

  /** Where the caller's files go: a path without links, of which one that comes later is not followed. */
  async folder(caller: Pick<Caller, 'name' | 'cwd' | 'roots'>): Promise<string> {
    if (this.#given) return realpath(await makeFolder(this.#partOf(this.#given, caller)));
    const [own] = await this.#own(caller);
    if (own !== undefined && (await isWritable(own))) {
      const folder = join(own, this.#name);
      const found = await lstat(folder).catch(() => undefined);
      if (found?.isDirectory()) return makeFolder(folder);
      if (!found) {
        await makeFolder(folder);
        // What lands there is not the project's: keep it out of its history.
        await writeDirectly(join(folder, '.gitignore'), Buffer.from('*\n')).catch(() => {});
        return folder;
      }
    }
    // Also where a repository brought a link along in place of our folder.
    return realpath(await makeFolder(this.#partOf(this.#fallback, caller)));
  }

  async #own(caller: Pick<Caller, 'name' | 'cwd' | 'roots'>): Promise<readonly string[]> {
    return this.#isApart(caller) ? (caller.roots ?? []) : ownFolders(caller);
  }

  #partOf(folder: string, caller: Pick<Caller, 'name'>): string {
    return this.#isApart(caller) ? join(folder, ownerOf(caller).replaceAll(' ', '-')) : folder;
  }
}

/** A folder that exists and can be written; a new one is owner-only. */
export async function makeFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK | constants.X_OK);
    return path;
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

const isWriteError = (thrown: unknown) =>
  thrown instanceof Error && 'syscall' in thrown && /^(write|writev|close)$/.test(String(thrown.syscall));

const isWritable = (path: string) =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

/**
 * Links are followed, so that one inside a folder cannot lead out of it. Of a path that does not exist yet, the
 * part that does counts. Undefined for a link to nothing: what is written to it would land elsewhere.
 */
async function realPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    const isLink = await lstat(path).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    const above = dirname(path);
    if (isLink) return undefined;
    if (above === path) return path;
    const folder = await realPath(above);
    return folder === undefined ? undefined : join(folder, basename(path));
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
