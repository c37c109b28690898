import { join } from 'node:path';
import { Destination, type DestinationOptions, type LogOwner } from './destination.ts';
import { filenameFormat } from './filename-format.ts';
import type { LogFile, LogFiles } from './log-file.ts';

interface OpenFile {
  readonly file: LogFile;
  readonly path: string;
  /** Where the next byte goes. */
  size: number;
  readonly until: number;
}

/** A file that was moved or deleted under load is noticed after so long. */
const LONGEST_OPEN_MILLIS = 500;

/** Files in a folder, named by the time of their records. Between flushes none is open. */
export class DirectoryDestination extends Destination {
  protected readonly format: string;
  readonly #folder: string;
  readonly #files: LogFiles;
  readonly #name: (second: number) => string;
  /** A file in which a failed write left half a line that could not be taken back. */
  #torn: string | undefined;
  #open: OpenFile | undefined;

  /** `folder` is its path without links. */
  constructor(
    directory: string,
    folder: string,
    format: string,
    files: LogFiles,
    options: DestinationOptions,
    owner?: LogOwner,
  ) {
    super(directory, options, owner);
    this.format = format;
    this.#folder = folder;
    this.#files = files;
    this.#name = filenameFormat(format);
  }

  override fileAt(second: number): string {
    return join(this.#folder, this.#name(second));
  }

  /** Shows at once whether the file for records of this second can be had. */
  async prepare(second: number): Promise<void> {
    await (await this.#files.open(this.fileAt(second))).close();
  }

  /**
   * The file stays open only while more waits for it: each step on the thread pool comes back through the event
   * loop, and under load opening and closing would take longer than the writing.
   */
  protected override async append(path: string, parts: readonly Uint8Array[]): Promise<number> {
    if (this.#open && (this.#open.path !== path || performance.now() > this.#open.until))
      await this.release();
    this.#open ??= await this.#openFile(path);
    const { file, size } = this.#open;
    const isTorn = this.#torn === path && size > 0;
    const all = isTorn ? [Buffer.from('\n'), ...parts] : parts;
    this.#open.size += await this.#writeAll(file, path, all, size);
    this.#torn = undefined;
    return isTorn ? size + 1 : size;
  }

  protected override async release(): Promise<void> {
    const { file } = this.#open ?? {};
    this.#open = undefined;
    await file?.close();
  }

  async #openFile(path: string): Promise<OpenFile> {
    const file = await this.#files.open(path);
    try {
      return { file, path, size: await file.size(), until: performance.now() + LONGEST_OPEN_MILLIS };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async #writeAll(file: LogFile, path: string, parts: readonly Uint8Array[], start: number): Promise<number> {
    let rest = parts;
    let written = 0;
    try {
      while (rest.length > 0) {
        const count = await file.write(rest);
        written += count;
        rest = without(rest, count);
      }
      return written;
    } catch (error) {
      if (written > 0) await this.#takeBack(file, path, start, written);
      throw error;
    }
  }

  /** A record is never split over two flushes; another writer's bytes are never cut. */
  async #takeBack(file: LogFile, path: string, start: number, written: number): Promise<void> {
    try {
      if ((await file.size()) !== start + written) throw new Error('another program wrote to the file');
      await file.truncate(start);
    } catch (error) {
      this.#torn = path;
      this.log.warning('half a record stays in the log', { file: path, cause: error });
    }
  }
}

/** The parts that remain when `count` bytes have been written. */
function without(parts: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let skip = count;
  const first = parts.findIndex((part) => {
    if (part.length > skip) return true;
    skip -= part.length;
    return false;
  });
  if (first < 0) return [];
  return [parts[first]!.subarray(skip), ...parts.slice(first + 1)];
}
