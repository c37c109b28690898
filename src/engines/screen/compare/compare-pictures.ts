import type { Box, Picture } from '../picture.ts';

export interface Comparison {
  /** Part of the pixels that differ, from 0 to 1. */
  readonly ratio: number;
  /** Boxes around what differs, the largest first. */
  readonly boxes: readonly Box[];
}

export interface CompareOptions {
  /** How much a colour may differ and still count as the same, 0 to 255. */
  readonly tolerance?: number | undefined;
}

/** What lies closer together than this belongs into one box. */
const TILE = 16;
const DEFAULT_TOLERANCE = 12;

/** What differs between two pictures. Where only one of them has pixels, everything differs. */
export function comparePictures(one: Picture, other: Picture, options: CompareOptions = {}): Comparison {
  const { tolerance = DEFAULT_TOLERANCE } = options;
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  const tiles = new Tiles(width);
  const [a, b] = [wordsOf(one), wordsOf(other)];
  let changed = 0;
  for (let y = 0; y < height; y++) {
    const isCommonRow = y < one.height && y < other.height;
    for (let x = 0; x < width; x++) {
      if (isCommonRow && x < one.width && x < other.width) {
        const [p, q] = [a[y * one.width + x]!, b[y * other.width + x]!];
        if (p === q || isClose(p, q, tolerance)) continue;
      }
      changed++;
      tiles.mark(x, y);
    }
  }
  return { ratio: changed / (width * height), boxes: changed === 0 ? [] : tiles.boxes() };
}

/** A pixel as one number, so that equal ones, which is nearly all of them, are told with one look. */
export function wordsOf({ pixels }: Picture): Uint32Array {
  const isAligned = pixels.byteOffset % 4 === 0;
  const bytes = isAligned ? pixels : pixels.slice();
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

export function isClose(p: number, q: number, tolerance: number): boolean {
  return (
    Math.abs((p & 0xff) - (q & 0xff)) <= tolerance &&
    Math.abs(((p >>> 8) & 0xff) - ((q >>> 8) & 0xff)) <= tolerance &&
    Math.abs(((p >>> 16) & 0xff) - ((q >>> 16) & 0xff)) <= tolerance
  );
}

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Changed pixels, gathered in tiles; neighbouring tiles become one box. */
class Tiles {
  readonly #columns: number;
  readonly #tiles = new Map<number, Bounds>();

  constructor(width: number) {
    this.#columns = Math.ceil(width / TILE) + 1;
  }

  mark(x: number, y: number): void {
    const key = Math.floor(y / TILE) * this.#columns + Math.floor(x / TILE);
    const tile = this.#tiles.get(key);
    if (!tile) {
      this.#tiles.set(key, { left: x, top: y, right: x + 1, bottom: y + 1 });
      return;
    }
    tile.left = Math.min(tile.left, x);
    tile.right = Math.max(tile.right, x + 1);
    tile.bottom = y + 1; // rows come from the top
  }

  boxes(): Box[] {
    const boxes: Box[] = [];
    const left = new Set(this.#tiles.keys());
    for (const first of left) {
      const { left: x, top: y, right, bottom } = this.#gather(first, left);
      boxes.push({ x, y, w: right - x, h: bottom - y });
    }
    return boxes.sort(
      (one, other) => other.w * other.h - one.w * one.h || one.y - other.y || one.x - other.x,
    );
  }

  #gather(first: number, left: Set<number>): Bounds {
    const whole = { ...this.#tiles.get(first)! };
    const waiting = [first];
    left.delete(first);
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const tile = this.#tiles.get(key)!;
      whole.left = Math.min(whole.left, tile.left);
      whole.top = Math.min(whole.top, tile.top);
      whole.right = Math.max(whole.right, tile.right);
      whole.bottom = Math.max(whole.bottom, tile.bottom);
      for (const next of this.#neighbours(key)) if (left.delete(next)) waiting.push(next);
    }
    return whole;
  }

  #neighbours(key: number): number[] {
    const [above, below] = [key - this.#columns, key + this.#columns];
    return [key - 1, key + 1, above - 1, above, above + 1, below - 1, below, below + 1];
  }
}
