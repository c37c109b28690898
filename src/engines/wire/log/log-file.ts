import { constants, type FileHandle, mkdir, realpath } from 'node:fs/promises';
import { openDirectly } from '../../../kernel/open-directly.ts';

/** What the log needs of a file; given in, so that a failing disk can be had without one. */
export interface LogFile {
  size(): Promise<number>;
  /** Writes at the end and gives how many bytes went in, which may be fewer than given. */
  write(parts: readonly Uint8Array[]): Promise<number>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

export interface LogFiles {
  /** Opens for appending, making the file (owner-only) and its folder if they are missing. Follows no link. */
  open(path: string): Promise<LogFile>;
  /** Makes the directory if it is missing; gives its path without links. */
  makeDirectory(directory: string): Promise<string>;
}

const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | (constants.O_NONBLOCK ?? 0);
/** How every record of ours begins. */
const RECORD_START = Buffer.from('{"time":"');

export const diskFiles: LogFiles = {
  async makeDirectory(directory) {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return realpath(directory);
  },
  async open(path) {
    const handle = await openDirectly(path, { flags: APPEND, makesFolders: true });
    try {
      await assertOurs(handle, path);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return {
      size: async () => (await handle.stat()).size,
      write: async (parts) => (await handle.writev(parts)).bytesWritten,
      truncate: (size) => handle.truncate(size),
      close: () => handle.close(),
    };
  },
};

/** Only a log is appended to: a file with nothing in it or with records of ours, known by no other name. */
async function assertOurs(handle: FileHandle, path: string): Promise<void> {
  const found = await handle.stat();
  const start = Buffer.alloc(RECORD_START.length);
  if (found.isFile() && found.size > 0) await handle.read(start, 0, start.length, 0);
  const isLog = found.size === 0 || start.equals(RECORD_START);
  if (!found.isFile() || found.nlink !== 1 || !isLog) throw new Error(`${path} is no log of ours`);
}
