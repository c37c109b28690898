const NEWLINE = 0x0a;

export type Line = { readonly text: string } | { readonly tooLong: true };

/** Cuts a byte stream into lines in linear time. What is longer than the limit is skipped, not kept. */
export class LineSplitter {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that the chunk completes, in order. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  /** What is left when the stream ends without a last newline. */
  end(): Line[] {
    return this.#size > 0 || this.#skipping ? [this.#take()] : [];
  }

  #keep(part: Buffer): void {
    if (this.#skipping) return;
    this.#size += part.length;
    if (this.#size > this.#limit) {
      this.#skipping = true;
      this.#parts = [];
    } else if (part.length > 0) {
      this.#parts.push(part);
    }
  }

  #take(): Line {
    const parts = this.#parts;
    const isTooLong = this.#skipping;
    this.#parts = [];
    this.#size = 0;
    this.#skipping = false;
    if (isTooLong) return { tooLong: true };
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    return { text: bytes.toString('utf8') };
  }
}
