import type { Box, Picture } from '../picture.ts';

export interface Comparison {
  /** Part of the pixels that differ, from 0 to 1. */
  readonly ratio: number;
  /** Boxes around what differs, the largest first. */
  readonly boxes: readonly Box[];
}

/** What lies closer together than this belongs into one box. */
const TILE = 16;
/** How much a colour may differ and still count as the same, 0 to 255. */
export const DEFAULT_TOLERANCE = 12;
const CHANGED = [255, 0, 80, 255];
/** What is left of a colour where nothing has changed, a quarter: enough to know where one is. */
const FADED = Uint8Array.from({ length: 256 }, (_, value) => 255 - (255 - value) / 4);

/** What differs between two pictures. Where only one of them has pixels, everything differs. */
export function comparePictures(one: Picture, other: Picture, tolerance = DEFAULT_TOLERANCE): Comparison {
  const { width, height } = sizeOfBoth(one, other);
  const tiles = new Tiles(width);
  let changed = 0;
  eachDifference(one, other, tolerance, (x, y) => {
    changed++;
    tiles.mark(x, y);
  });
  return { ratio: changed / (width * height), boxes: tiles.boxes() };
}

/** The newer picture, faded, with what differs from the older one in one strong colour. */
export function differencePicture(older: Picture, newer: Picture, tolerance = DEFAULT_TOLERANCE): Picture {
  const { width, height } = sizeOfBoth(older, newer);
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0, from = 0; y < newer.height; y++) {
    for (let to = y * width * 4, end = to + newer.width * 4; to < end; to += 4, from += 4) {
      for (let channel = 0; channel < 3; channel++)
        pixels[to + channel] = FADED[newer.pixels[from + channel]!]!;
      pixels[to + 3] = 255;
    }
  }
  eachDifference(older, newer, tolerance, (x, y) => pixels.set(CHANGED, (y * width + x) * 4));
  return { width, height, pixels };
}

const sizeOfBoth = (one: Picture, other: Picture) => ({
  width: Math.max(one.width, other.width),
  height: Math.max(one.height, other.height),
});

/** Calls `mark` for every pixel that differs, row by row. */
function eachDifference(
  one: Picture,
  other: Picture,
  tolerance: number,
  mark: (x: number, y: number) => void,
): void {
  const { width, height } = sizeOfBoth(one, other);
  const commonWidth = Math.min(one.width, other.width);
  const commonHeight = Math.min(one.height, other.height);
  const a = wordsOf(one);
  const b = wordsOf(other);
  for (let y = 0; y < height; y++) {
    const common = y < commonHeight ? commonWidth : 0;
    const rowA = y * one.width;
    const rowB = y * other.width;
    for (let x = 0; x < common; x++) {
      const p = a[rowA + x]!;
      const q = b[rowB + x]!;
      if (p !== q && !isClose(p, q, tolerance)) mark(x, y);
    }
    for (let x = common; x < width; x++) mark(x, y);
  }
}

/** A pixel as one number, so that equal ones, which is nearly all of them, are told with one look. */
function wordsOf({ pixels }: Picture): Uint32Array {
  const bytes = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice();
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

function isClose(p: number, q: number, tolerance: number): boolean {
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
