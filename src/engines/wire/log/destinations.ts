import { resolve } from 'node:path';
import { fault } from '../../../kernel/fault.ts';
import type { Destination, DestinationOptions, DestinationState, LogOwner } from './destination.ts';
import { DirectoryDestination } from './directory-destination.ts';
import { filenameFormat } from './filename-format.ts';
import type { LogFiles } from './log-file.ts';
import type { LogWriter } from './log-writer.ts';
import { type ByteWriter, StreamDestination } from './stream-destination.ts';

export interface DestinationsOptions {
  readonly writer: LogWriter;
  readonly files: LogFiles;
  readonly stdout: ByteWriter | undefined;
  readonly filenameFormat: string;
  readonly options: DestinationOptions;
}

export interface StartLogging {
  /** null is STDOUT. */
  readonly directory: string | null;
  /** The path without links that was looked at and allowed. Without it, links in `directory` are followed now. */
  readonly folder?: string | undefined;
  readonly filenameFormat?: string | undefined;
  readonly owner?: LogOwner | undefined;
}

/** Where the records go, as the user starts and stops it. */
export class Destinations {
  readonly #writer: LogWriter;
  readonly #files: LogFiles;
  readonly #filenameFormat: string;
  readonly #options: DestinationOptions;
  readonly #stdout: StreamDestination | undefined;

  constructor({ writer, files, stdout, filenameFormat, options }: DestinationsOptions) {
    this.#writer = writer;
    this.#files = files;
    this.#filenameFormat = filenameFormat;
    this.#options = options;
    this.#stdout = stdout && new StreamDestination(stdout, options);
  }

  states(owner?: string): DestinationState[] {
    return this.#writer.destinations.filter(isOf(owner)).map((destination) => destination.state());
  }

  /** Starting what runs already changes nothing; with another format, the directory goes on with that. */
  async start({ directory, folder, filenameFormat: wanted, owner }: StartLogging): Promise<DestinationState> {
    const format = directory === null ? null : (wanted ?? this.#filenameFormat);
    const known = this.#find(directory);
    // In one file what is whose could not be told any more.
    if (known && known.owner?.name !== owner?.name) throw failed(directory, 'somebody else logs there');
    if (known && known.state().filenameFormat === format) return known.state();
    const made = await this.#make({ directory, folder, filenameFormat: wanted, owner }, format);
    if (known) await this.#stop(known);
    // What was seen before belongs to the others.
    if (this.#writer.counters().waiting > 0) await this.#writer.flush();
    this.#writer.add(made);
    const what = { event: 'start-logging', directory };
    this.#tell(made, format === null ? what : { ...what, filename_format: format });
    return made.state();
  }

  /**
   * Without a directory all of them, with an owner only those of that name. Gives those that were stopped, with
   * everything written out, or counted as lost.
   */
  async stop(directory?: string | null, owner?: string): Promise<DestinationState[]> {
    const found = directory === undefined ? this.#writer.destinations : [this.#find(directory)];
    const stopping = found.filter((destination) => destination !== undefined).filter(isOf(owner));
    if (directory !== undefined && stopping.length === 0) {
      throw fault('NOT_LOGGING', { destination: directory ?? 'STDOUT' });
    }
    await Promise.all([...stopping].map((destination) => this.#stop(destination)));
    return stopping.map((destination) => destination.state());
  }

  /** One line on STDOUT at once, whether or not the log goes there. */
  async announce(fields: Readonly<Record<string, unknown>>): Promise<void> {
    if (!this.#stdout) return;
    this.#writer.eventTo(this.#stdout, fields);
    await this.#stdout.idle();
  }

  #find(directory: string | null): Destination | undefined {
    const path = directory === null ? null : resolve(directory);
    return this.#writer.destinations.find(
      (one) => (one.directory === null ? null : resolve(one.directory)) === path,
    );
  }

  /** Logs are told of each other, unless they are somebody's. */
  #tell(destination: Destination, fields: Readonly<Record<string, unknown>>): void {
    if (destination.owner) this.#writer.eventTo(destination, fields);
    else this.#writer.event(fields);
  }

  async #make({ directory, folder, owner }: StartLogging, format: string | null): Promise<Destination> {
    if (directory === null || format === null) {
      if (!this.#stdout) throw failed(null, 'there is none here');
      return this.#stdout;
    }
    // What was written wrong is said as such, before anything is made.
    filenameFormat(format);
    try {
      const real = folder ?? (await this.#files.makeDirectory(resolve(directory)));
      const made = new DirectoryDestination(directory, real, format, this.#files, this.#options, owner);
      await made.prepare(this.#writer.now());
      return made;
    } catch (error) {
      throw failed(directory, (error as Error).message, error);
    }
  }

  async #stop(destination: Destination): Promise<void> {
    // What waits for room comes before.
    if (this.#writer.counters().waiting > 0) await this.#writer.flush();
    this.#tell(destination, { event: 'stop-logging', directory: destination.directory });
    this.#writer.remove(destination);
    await destination.finish();
  }
}

const failed = (directory: string | null, why: string, cause?: unknown) =>
  fault('LOG_DESTINATION_FAILED', { destination: directory ?? 'STDOUT', why }, cause);

const isOf = (owner: string | undefined) => (destination: Destination) =>
  owner === undefined || destination.owner?.name === owner;
