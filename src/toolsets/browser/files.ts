import { access, constants, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fault, fault, notWritable } from '../../kernel/fault.ts';
import type { Caller } from '../../kernel/tool.ts';
import type { SavedFile } from '../../report/browser-style.ts';
import type { BrowserDeps } from './deps.ts';

/** Who asks, and with what: any call of a tool. */
export interface Asking {
  readonly deps: BrowserDeps;
  readonly caller: Caller;
}

/** Writes a file where the caller said, or under a name of ours in the output folder. Text is redacted. */
export async function save(
  { deps, caller }: Asking,
  filename: string | undefined,
  ownName: string,
  content: Uint8Array | string,
): Promise<SavedFile> {
  const bytes = typeof content === 'string' ? Buffer.from(deps.redact(content)) : content;
  if (filename === undefined) {
    const { path } = await deps.output.write(caller, ownName, bytes);
    return savedFile({ deps, caller }, path, bytes.length);
  }
  const path = await reserve({ deps, caller }, filename);
  await writeFile(path, bytes, { mode: 0o600 }).catch((cause: unknown) => {
    throw notWritable(path, cause);
  });
  return savedFile({ deps, caller }, path, bytes.length);
}

/** A path that may be written, its folder made: for what is written by the browser itself. */
export async function reserve({ deps, caller }: Asking, filename: string): Promise<string> {
  if (filename.includes('\0')) throw fault('FILE_NOT_ALLOWED', { path: JSON.stringify(filename) });
  const path = await deps.output.allowed(caller, filename);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw notWritable(dirname(path), cause);
  });
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false, // not there yet, as it should be
  );
  if (isFolder) throw fault('FOLDER_NOT_WRITABLE', { path, why: 'it is a folder' });
  return path;
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
