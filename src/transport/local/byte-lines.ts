import type { Readable } from 'node:stream';

const NEWLINE = 0x0a;

/**
 * Hands over line by line, and reads on when a line is dealt with; fulfilled when the stream is over. Built on
 * events: a loop that waits for the next chunk would hold the last one meanwhile.
 */
export function eachLine(
  stream: Readable,
  lines: ByteLines,
  take: (line: Buffer | 'too long') => Promise<void>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let work = Promise.resolve();
  const deal = async (chunk: Buffer) => {
    for (const line of lines.push(chunk)) await take(line);
  };
  const over = () => void work.then(resolve);
  stream.on('end', over).on('close', over).on('error', over);
  stream.on('data', (chunk: Buffer | string) => {
    stream.pause();
    work = deal(typeof chunk === 'string' ? Buffer.from(chunk) : chunk).then(() => void stream.resume());
  });
  return promise;
}

/** Cuts bytes into lines that keep their newline, so that a line can be passed on as it came. */
export class ByteLines {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #size = 0;

  /** What is longer than the limit is thrown away and reported as 'too long'. */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  push(chunk: Buffer): (Buffer | 'too long')[] {
    const lines: (Buffer | 'too long')[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end + 1));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** What came after the last newline. */
  end(): (Buffer | 'too long')[] {
    if (this.#size === 0) return [];
    this.#keep(Buffer.from([NEWLINE]));
    return [this.#take()];
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#limit) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take(): Buffer | 'too long' {
    const parts = this.#parts;
    const isTooLong = this.#size > this.#limit;
    this.#parts = [];
    this.#size = 0;
    if (isTooLong) return 'too long';
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }
}
