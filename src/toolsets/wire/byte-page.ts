import type { Chunk, Direction } from '../../engines/wire/decode/chunk.ts';
import { latin1 } from '../../engines/wire/decode/show-text.ts';

/** How far around a page is looked: a secret may begin before it, end behind it, or lie across chunks. */
const AROUND = 32 * 1024;

export interface Page {
  readonly offset: number;
  readonly end: number;
  readonly direction: Direction | undefined;
}

/** Bytes of one direction's stream. */
export interface ByteRange {
  readonly direction: Direction;
  readonly from: number;
  readonly to: number;
}

export interface PagePart {
  readonly chunk: Chunk;
  /** Where its first shown byte stands in the count of all. */
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** A window of the bytes as they passed, both directions in one count unless one was chosen, with secrets masked. */
export async function bytePage(
  chunks: AsyncIterable<Chunk>,
  { offset, end, direction }: Page,
  mask: (text: string) => string,
  hidden: readonly ByteRange[] = [],
): Promise<{ parts: PagePart[]; next?: number }> {
  const lanes = { up: new Lane(), down: new Lane() };
  const found: { chunk: Chunk; start: number; at: number }[] = [];
  let position = 0;
  for await (const chunk of chunks) {
    if (direction && chunk.direction !== direction) continue;
    const start = position;
    position += chunk.bytes.length;
    if (start > end + 2 * AROUND) break;
    const lane = lanes[chunk.direction];
    const at = lane.add(start >= end ? chunk.bytes.subarray(0, AROUND) : chunk.bytes);
    if (position <= offset) lane.forget();
    else if (start < end) found.push({ chunk, start, at });
  }
  const of = (side: Direction) => hidden.filter((range) => range.direction === side);
  const masked = { up: lanes.up.masked(mask, of('up')), down: lanes.down.masked(mask, of('down')) };
  const parts = found.map(({ chunk, start, at }): PagePart => {
    const from = Math.max(0, offset - start);
    const to = Math.min(chunk.bytes.length, end - start);
    return { chunk, start: start + from, bytes: masked[chunk.direction](at + from, at + to) };
  });
  return { parts, ...(position > end ? { next: end } : {}) };
}

/** One direction's bytes, as far as they matter for the page. */
class Lane {
  #held: Uint8Array[] = [];
  #size = 0;
  /** How many bytes have been forgotten. */
  #base = 0;

  /** Gives where they stand in the lane. */
  add(bytes: Uint8Array): number {
    const at = this.#base + this.#size;
    this.#held.push(bytes);
    this.#size += bytes.length;
    return at;
  }

  /** All but the last that may still be part of something on the page. */
  forget(): void {
    let count = 0;
    while (this.#size - this.#held[count]!.length >= AROUND) {
      this.#size -= this.#held[count]!.length;
      this.#base += this.#held[count]!.length;
      count++;
    }
    this.#held.splice(0, count);
  }

  masked(
    mask: (text: string) => string,
    hidden: readonly ByteRange[],
  ): (from: number, to: number) => Uint8Array {
    const bytes = Buffer.from(mask(latin1(Buffer.concat(this.#held))), 'latin1');
    // What is hidden may lie before or behind what is held.
    const at = (offset: number) => Math.min(Math.max(0, offset - this.#base), bytes.length);
    for (const { from, to } of hidden) bytes.fill('*', at(from), at(to));
    return (from, to) => bytes.subarray(from - this.#base, to - this.#base);
  }
}
