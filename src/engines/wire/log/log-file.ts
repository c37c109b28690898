import { constants, type FileHandle, mkdir, open } from 'node:fs/promises';

/** What the log needs of a file; given in, so that a failing disk can be had without one. */
export interface LogFile {
  size(): Promise<number>;
  /** Writes at the end and gives how many bytes went in, which may be fewer than given. */
  write(parts: readonly Uint8Array[]): Promise<number>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

export interface LogFiles {
  /** Opens for appending, making the file (owner-only) and its folder if they are missing. */
  open(directory: string, path: string): Promise<LogFile>;
  makeDirectory(directory: string): Promise<void>;
}

const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY;

async function makeDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
}

async function openForAppend(directory: string, path: string): Promise<FileHandle> {
  try {
    return await open(path, APPEND, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeDirectory(directory);
    return open(path, APPEND, 0o600);
  }
}

export const diskFiles: LogFiles = {
  makeDirectory,
  async open(directory, path) {
    const handle = await openForAppend(directory, path);
    return {
      size: async () => (await handle.stat()).size,
      write: async (parts) => (await handle.writev(parts)).bytesWritten,
      truncate: (size) => handle.truncate(size),
      close: () => handle.close(),
    };
  },
};
