import { resolve } from 'node:path';
import { fault } from '../../../kernel/fault.ts';
import type { Destination, DestinationOptions, DestinationState } from './destination.ts';
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

  states(): DestinationState[] {
    return this.#writer.destinations.map((destination) => destination.state());
  }

  /** Starting what runs already changes nothing; with another format, the directory goes on with that. */
  async start({ directory, folder, filenameFormat: wanted }: StartLogging): Promise<DestinationState> {
    const format = directory === null ? null : (wanted ?? this.#filenameFormat);
    const known = this.#find(directory);
    if (known && known.state().filenameFormat === format) return known.state();
    const made = await this.#make(directory, folder, format);
    if (known) await this.#stop(known);
    // What was seen before belongs to the others.
    if (this.#writer.counters().waiting > 0) await this.#writer.flush();
    this.#writer.add(made);
    const what = { event: 'start-logging', directory };
    this.#writer.event(format === null ? what : { ...what, filename_format: format });
    return made.state();
  }

  /** Without an argument all of them. Gives those that were stopped, with everything written out, or counted as lost. */
  async stop(directory?: string | null): Promise<DestinationState[]> {
    const found = directory === undefined ? this.#writer.destinations : [this.#find(directory)];
    const stopping = found.filter((destination) => destination !== undefined);
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

  async #make(
    directory: string | null,
    folder: string | undefined,
    format: string | null,
  ): Promise<Destination> {
    if (directory === null || format === null) {
      if (!this.#stdout)
        throw fault('LOG_DESTINATION_FAILED', { destination: 'STDOUT', why: 'there is none here' });
      return this.#stdout;
    }
    // What was written wrong is said as such, before anything is made.
    filenameFormat(format);
    try {
      const real = folder ?? (await this.#files.makeDirectory(resolve(directory)));
      const made = new DirectoryDestination(directory, real, format, this.#files, this.#options);
      await made.prepare(this.#writer.now());
      return made;
    } catch (error) {
      throw fault('LOG_DESTINATION_FAILED', { destination: directory, why: (error as Error).message }, error);
    }
  }

  async #stop(destination: Destination): Promise<void> {
    // What waits for room comes before.
    if (this.#writer.counters().waiting > 0) await this.#writer.flush();
    this.#writer.event({ event: 'stop-logging', directory: destination.directory });
    this.#writer.remove(destination);
    await destination.finish();
  }
}
