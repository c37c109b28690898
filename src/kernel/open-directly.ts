import { constants, type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, parse, sep } from 'node:path';

const { O_APPEND, O_CREAT, O_DIRECTORY = 0, O_EXCL, O_NOFOLLOW = 0, O_RDWR, O_WRONLY } = constants;
/** Enough to go on from a folder, without the right to list it. Node has no name for it. */
const O_PATH = 0o10000000;
const LINKED = new Set(['ELOOP', 'ENOTDIR', 'EMLINK']);

interface How {
  readonly flags: number;
  readonly mode?: number;
  /** Folders that are missing are made, for the owner alone. */
  readonly makesFolders?: boolean;
}

/**
 * Opens what lies at an absolute path of which no part is a link. Whoever puts a link there after the path was looked
 * at wins nothing: on Linux each part is opened from within the one before; elsewhere the parts are looked at before
 * and after.
 */
export async function openDirectly(path: string, how: How): Promise<FileHandle> {
  try {
    if (process.platform !== 'linux') return await openBetweenLooks(path, how);
    return await partByPart(path, how.makesFolders ?? false, (place) =>
      open(place, how.flags | O_NOFOLLOW, how.mode ?? 0o600),
    );
  } catch (thrown) {
    const { code = 'EIO', message } = thrown as NodeJS.ErrnoException;
    const why = LINKED.has(code) ? 'a part of the path is a link or no folder' : message.split(', ')[0];
    throw Object.assign(new Error(`${why} (${path})`, { cause: thrown }), { code });
  }
}

/** Makes a file that is not there yet, and its folders, for the owner alone. */
const createDirectly = (path: string): Promise<FileHandle> =>
  openDirectly(path, { flags: O_RDWR | O_CREAT | O_EXCL, makesFolders: true });

/** The same for bytes at hand. */
export async function writeDirectly(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await createDirectly(path);
  await writeWhole(file, path, bytes);
}

/** Half a file would be taken for a whole one, and stand in the way of the next. */
async function writeWhole(file: FileHandle, path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) {
  try {
    await file.writeFile(bytes);
  } catch (thrown) {
    await removeDirectly(path).catch(() => {}); // what went wrong first is what is told
    throw thrown;
  }
}

/** A new file under a name that is free: report.har, report-2.har. Whoever opens it first has it. */
export async function createFree(
  folder: string,
  name: string,
  numbered = (stem: string, taken: number) => `${stem}-${taken + 1}`,
): Promise<{ readonly path: string; readonly handle: FileHandle }> {
  const ending = extname(name);
  const stem = basename(name, ending);
  for (let taken = 0; ; taken++) {
    const path = join(folder, taken === 0 ? name : `${numbered(stem, taken)}${ending}`);
    try {
      return { path, handle: await createDirectly(path) };
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    }
  }
}

/** Writes a new file where it is wanted, or beside what is there meanwhile; says where. */
export async function writeFree(
  wanted: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<string> {
  const { path, handle } = await createFree(dirname(wanted), basename(wanted));
  await using file = handle;
  await writeWhole(file, path, bytes);
  return path;
}

/** Adds to a file that is there. */
export async function appendDirectly(path: string, text: string): Promise<void> {
  await using file = await openDirectly(path, { flags: O_APPEND | O_WRONLY });
  await file.writeFile(text);
}

/** Makes a folder, and those that it lies in. */
export async function makeFolders(path: string): Promise<void> {
  if (process.platform === 'linux') return partByPart(join(path, '_'), true, async () => {});
  await refuseLinks(path);
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Removes a file at a path of which no folder is a link. */
export async function removeDirectly(path: string): Promise<void> {
  if (process.platform === 'linux') return partByPart(path, false, (place) => rm(place));
  await refuseLinks(dirname(path));
  await rm(path);
}

/** Puts a file in the place of another one of the same folder, of which no part is a link, in one step. */
export async function renameDirectly(path: string, into: string): Promise<void> {
  if (process.platform === 'linux')
    return partByPart(path, false, (place) => rename(place, join(dirname(place), basename(into))));
  await refuseLinks(dirname(path));
  await rename(path, into);
}

/** Does something with a file from within its folder. */
async function partByPart<T>(
  path: string,
  makesFolders: boolean,
  work: (place: string) => Promise<T>,
): Promise<T> {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep).filter(Boolean);
  const last = names.pop() ?? '.';
  let at = await open(root, O_PATH | O_DIRECTORY);
  try {
    for (const name of names) {
      const part = `/proc/self/fd/${at.fd}/${name}`;
      const next = await open(part, O_PATH | O_DIRECTORY | O_NOFOLLOW).catch(async (thrown) => {
        if (!makesFolders || thrown.code !== 'ENOENT') throw thrown;
        await mkdir(part, 0o700).catch(ifNotThere);
        return open(part, O_PATH | O_DIRECTORY | O_NOFOLLOW);
      });
      await at.close();
      at = next;
    }
    return await work(`/proc/self/fd/${at.fd}/${last}`);
  } finally {
    await at.close();
  }
}

async function openBetweenLooks(
  path: string,
  { flags, mode = 0o600, makesFolders }: How,
): Promise<FileHandle> {
  await refuseLinks(path);
  if (makesFolders) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const opened = await open(path, flags | O_NOFOLLOW, mode);
  try {
    await refuseLinks(path);
    const [here, there] = await Promise.all([opened.stat(), lstat(path)]);
    if (here.ino !== there.ino || here.dev !== there.dev) throw linked();
    return opened;
  } catch (thrown) {
    await opened.close();
    throw thrown;
  }
}

async function refuseLinks(path: string): Promise<void> {
  for (let part = path; dirname(part) !== part; part = dirname(part)) {
    const found = await lstat(part).catch((thrown) => {
      if (thrown.code !== 'ENOENT') throw thrown;
    });
    if (found?.isSymbolicLink()) throw linked();
  }
}

const linked = () => Object.assign(new Error('a link'), { code: 'ELOOP' });

function ifNotThere(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== 'EEXIST') throw thrown;
}
