import type { Readable } from 'node:stream';

const NEWLINE = 0x0a;

export type Line = Buffer | 'too long';

/**
 * Cuts bytes into lines in linear time. Lines keep their newline, so that one can be passed on as it came; what is
 * longer than the limit is skipped, not kept.
 */
export class LineSplitter {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  /** The lines that the chunk completes, in order. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end + 1));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** What is left when the stream ends without a last newline. */
  end(): Line[] {
    if (this.#size === 0) return [];
    this.#keep(Buffer.from([NEWLINE]));
    return [this.#take()];
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#isTooLong) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  /** The newline does not count. */
  get #isTooLong(): boolean {
    return this.#size > this.#limit + 1;
  }

  #take(): Line {
    const parts = this.#parts;
    const isTooLong = this.#isTooLong;
    this.#parts = [];
    this.#size = 0;
    if (isTooLong) return 'too long';
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }
}

/**
 * Hands over line by line, and reads on when a line is dealt with; fulfilled when the stream is over. Built on
 * events: a loop that waits for the next chunk would hold the last one meanwhile.
 */
export function eachLine(
  stream: Readable,
  lines: LineSplitter,
  take: (line: Line) => Promise<void>,
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
