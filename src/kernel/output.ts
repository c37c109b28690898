import type { Caller } from './tool.ts';

/** Where tools put files. Nothing is written outside of the output folder and the client's roots or own folder. */
export interface OutputFolder {
  /** Writes a file under a name that is free, such as wire-flows-2.pcapng. */
  write(caller: Caller, name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<WrittenFile>;
  /** The absolute path of a file that the caller named, if it may be written. */
  allowed(caller: Caller, path: string): Promise<string>;
  /** The same for a folder that we fill: `named` are further places that our own user has named. No dot-folders. */
  allowedFolder(caller: Caller, path: string, named: readonly string[]): Promise<string>;
}

export interface WrittenFile {
  readonly path: string;
  readonly uri: string;
  readonly bytes: number;
}
