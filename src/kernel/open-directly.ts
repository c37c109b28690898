import { constants, type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { dirname, parse, sep } from 'node:path';

const { O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;
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
    if (process.platform === 'linux') return await openPartByPart(path, how);
    return await openBetweenLooks(path, how);
  } catch (thrown) {
    const { code = 'EIO', message } = thrown as NodeJS.ErrnoException;
    const why = LINKED.has(code) ? 'a part of the path is a link or no folder' : message.split(', ')[0];
    throw Object.assign(new Error(`${why} (${path})`, { cause: thrown }), { code });
  }
}

async function openPartByPart(path: string, { flags, mode = 0o600, makesFolders }: How): Promise<FileHandle> {
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
    return await open(`/proc/self/fd/${at.fd}/${last}`, flags | O_NOFOLLOW, mode);
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
