import { Destination, type DestinationOptions } from './destination.ts';

/** STDOUT, or anything that takes bytes and says when it has done with them. Every node stream fits. */
export interface ByteWriter {
  write(chunk: Uint8Array, done: (error?: Error | null) => void): unknown;
}

/** A stream of records without files. */
export class StreamDestination extends Destination {
  protected readonly format = null;
  readonly #writer: ByteWriter;

  constructor(writer: ByteWriter, options: DestinationOptions) {
    super(null, options);
    this.#writer = writer;
  }

  override fileAt(): string {
    return '';
  }

  protected override async release(): Promise<void> {}

  protected override async append(_file: string, parts: readonly Uint8Array[]): Promise<number> {
    for (const part of parts) {
      await new Promise<void>((resolve, reject) => {
        this.#writer.write(part, (error) => (error ? reject(error) : resolve()));
      });
    }
    return 0;
  }
}
