import { access, constants, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fault, fault, notWritable } from '../../kernel/fault.ts';
import { writeFree } from '../../kernel/open-directly.ts';
import type { Caller } from '../../kernel/tool.ts';
import type { SavedFile } from '../../report/browser-style.ts';
import type { BrowserDeps } from './deps.ts';

/** Who asks, and with what: any call of a tool. */
export interface Asking {
  readonly deps: BrowserDeps;
  readonly caller: Caller;
  /** Of the tool; `overwrite` among them counts. */
  readonly args?: object;
}

/** Writes a file where the caller said, or under a name of ours in the output folder. Text is redacted. */
export async function save(
  asking: Asking,
  filename: string | undefined,
  ownName: string,
  content: Uint8Array | string,
): Promise<SavedFile> {
  const { deps, caller } = asking;
  const bytes = typeof content === 'string' ? Buffer.from(deps.redact(content)) : content;
  if (filename === undefined) {
    const { path } = await deps.output.write(caller, ownName, bytes);
    return savedFile(asking, path, bytes.length);
  }
  const wanted = await reserve(asking, filename);
  const written = await writeFree(wanted, bytes).catch((cause: unknown) => {
    throw notWritable(wanted, cause);
  });
  const path = await deps.output.wrote(written, wanted);
  return savedFile(asking, path, bytes.length);
}

/** A path at which a file may be made: for what is written elsewhere. */
export async function reserve({ deps, caller, args }: Asking, filename: string): Promise<string> {
  if (filename.includes('\0')) throw fault('FILE_NOT_ALLOWED', { path: JSON.stringify(filename) });
  const overwrite = args !== undefined && 'overwrite' in args && args.overwrite === true;
  return deps.output.reserve(caller, filename, overwrite);
}

/** The absolute path of a file that may be read. */
export async function readable({ deps, caller }: Asking, given: string): Promise<string> {
  const path = await deps.output.allowed(caller, given).catch((thrown: unknown) => {
    if (!(thrown instanceof Fault) || thrown.code !== 'FILE_NOT_ALLOWED') throw thrown;
    const why =
      "it lies outside the output folder and the client's own; --allow-unrestricted-file-access lifts that";
    throw fault('FILE_NOT_READABLE', { path: given, why }, thrown);
  });
  await access(path, constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
    throw fault('FILE_NOT_READABLE', { path: given, why: cause.code ?? cause.message }, cause);
  });
  return path;
}

/** Relative to the client's folder, with a leading dot when it lies right there, or absolute. */
export function shownPath({ deps, caller }: Asking, path: string): string {
  const way = deps.paths === 'absolute' ? resolve(path) : relative(caller.cwd, path);
  return way.startsWith('.') || way.includes('/') || way.includes('\\') ? way : `./${way}`;
}

/** A file that lies there already. */
export const savedFile = (asking: Asking, path: string, bytes: number): SavedFile => ({
  path,
  uri: pathToFileURL(path).href,
  shown: shownPath(asking, path),
  bytes,
});

/** Removes the oldest files of a folder until the rest fits; the newest stays whatever its size. Gives what went. */
export async function limitFolder(folder: string, maxBytes: number): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []); // nothing was written yet
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const known = await stat(path).catch(() => undefined); // gone meanwhile
      return known?.isFile() && name !== '.gitignore'
        ? [{ path, size: known.size, time: known.mtimeMs }]
        : [];
    }),
  );
  const files = found.flat().sort((a, b) => b.time - a.time);
  const gone: string[] = [];
  let total = 0;
  for (const [i, file] of files.entries()) {
    total += file.size;
    if (i === 0 || total <= maxBytes) continue;
    await rm(file.path, { force: true });
    gone.push(file.path);
  }
  return gone;
}
