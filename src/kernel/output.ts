import type { Caller } from './tool.ts';

/** Where tools put files. Nothing is written outside of the output folder and the client's roots or own folder. */
export interface OutputFolder {
  /** Writes a file under a name that is free, such as wire-flows-2.pcapng. */
  write(caller: Caller, name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<WrittenFile>;
  /** The absolute path of a file that the caller named, if it may be read. */
  allowed(caller: Caller, path: string): Promise<string>;
  /**
   * The same for what is written: no part of its name begins with a dot. `named` are further places that our own
   * user has named.
   */
  writable(caller: Caller, path: string, named?: readonly string[]): Promise<string>;
  /** The same for a file that is made anew. One that is there stays, unless it is ours and is to be overwritten. */
  reserve(caller: Caller, path: string, overwrite: boolean): Promise<string>;
  /**
   * The file is complete: from now on it is known as ours, as long as nobody else changes it. Where one of ours lies at
   * the path that it was to have, it takes its place only now. Gives its path.
   */
  wrote(path: string, wanted?: string): Promise<string>;
}

export interface WrittenFile {
  readonly path: string;
  readonly uri: string;
  readonly bytes: number;
}
