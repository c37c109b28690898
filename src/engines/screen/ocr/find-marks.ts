import type { Box, Picture } from '../picture.ts';

/** Colour steps smaller than this, on every channel, are shading and not writing. */
const step = 22;
/** Anything taller is a picture, a frame or a heading that no screen has. */
const tallest = 96;

/**
 * The connected marks on a picture: letters, parts of letters, words whose letters touch. Frames, rules and
 * whatever is too large for writing are left out, so that boxed fields and table cells are read like plain text.
 */
export function findMarks(picture: Picture): Box[] {
  const marks = connected(edges(picture), picture.width, picture.height);
  const small = marks.filter((mark) => mark.h <= tallest && !isRule(mark));
  const sorted = small.toSorted((a, b) => a.x - b.x);
  return sorted.filter((mark, index) => !isFrame(mark, countInside(sorted, index)));
}

interface Mark extends Box {
  /** The longest straight stretch at the upper and at the lower edge. */
  readonly top: number;
  readonly base: number;
  /** How many of its pixels are edges. */
  readonly edges: number;
}

/** A straight line, or several that meet: hardly anything in a wide box. */
function isRule({ w, h, edges }: Mark): boolean {
  return (h <= 3 && w > 30) || (w <= 3 && h > 40) || (h > 20 && w > 2 * h && edges < 0.1 * w * h);
}

/** 1 where the colour differs from the pixel to the left or above. */
function edges({ width, height, pixels }: Picture): Uint8Array {
  const found = new Uint8Array(width * height);
  const stride = width * 4;
  for (let y = 1; y < height; y++) {
    let at = y * stride + 4;
    for (let x = 1; x < width; x++, at += 4) {
      const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
      if (
        Math.abs(red - pixels[at - 4]!) > step ||
        Math.abs(green - pixels[at - 3]!) > step ||
        Math.abs(blue - pixels[at - 2]!) > step ||
        Math.abs(red - pixels[at - stride]!) > step ||
        Math.abs(green - pixels[at - stride + 1]!) > step ||
        Math.abs(blue - pixels[at - stride + 2]!) > step
      ) {
        found[y * width + x] = 1;
      }
    }
  }
  return found;
}

/** Boxes of what hangs together, corners included: runs of a row are joined to those of the row above. */
function connected(mask: Uint8Array, width: number, height: number): Mark[] {
  const runs = new Runs();
  let above = 0;
  let begin = 0;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const start = runs.count;
    let upper = above;
    for (let x = 0; x < width; x++) {
      if (mask[row + x] === 0) continue;
      const left = x;
      while (x < width && mask[row + x] === 1) x++;
      const run = runs.add(left, x - 1, y);
      while (upper < begin && runs.right[upper]! < left - 1) upper++;
      for (let at = upper; at < begin && runs.left[at]! <= x; at++) runs.join(at, run);
    }
    above = start;
    begin = runs.count;
  }
  return runs.marks();
}

class Runs {
  readonly left: number[] = [];
  readonly right: number[] = [];
  readonly #row: number[] = [];
  readonly #parent: number[] = [];

  get count(): number {
    return this.left.length;
  }

  add(left: number, right: number, row: number): number {
    this.left.push(left);
    this.right.push(right);
    this.#row.push(row);
    this.#parent.push(this.#parent.length);
    return this.#parent.length - 1;
  }

  join(one: number, other: number): void {
    this.#parent[this.#root(one)] = this.#root(other);
  }

  marks(): Mark[] {
    const spans = new Map<number, { x: number; y: number; right: number; bottom: number }>();
    for (let run = 0; run < this.count; run++) {
      const [left, right, row] = [this.left[run]!, this.right[run]!, this.#row[run]!];
      const span = spans.get(this.#root(run));
      if (!span) spans.set(this.#root(run), { x: left, y: row, right, bottom: row });
      else {
        span.x = Math.min(span.x, left);
        span.right = Math.max(span.right, right);
        span.bottom = row;
      }
    }
    const stretches = this.#stretches(spans);
    return [...spans].map(([root, { x, y, right, bottom }]) => {
      return { x, y, w: right - x + 1, h: bottom - y + 1, ...stretches.get(root)! };
    });
  }

  #stretches(spans: ReadonlyMap<number, { y: number; bottom: number }>) {
    const found = new Map([...spans.keys()].map((root) => [root, { top: 0, base: 0, edges: 0 }]));
    for (let run = 0; run < this.count; run++) {
      const root = this.#root(run);
      const [length, row] = [this.right[run]! - this.left[run]! + 1, this.#row[run]!];
      const edge = found.get(root)!;
      edge.edges += length;
      if (row <= spans.get(root)!.y + 2) edge.top = Math.max(edge.top, length);
      if (row >= spans.get(root)!.bottom - 2) edge.base = Math.max(edge.base, length);
    }
    return found;
  }

  #root(run: number): number {
    let root = run;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    this.#parent[run] = root;
    return root;
  }
}

/** The edge of a button or a field: straight above and below, or around several other marks. No letter is that. */
function isFrame({ w, h, top, base }: Mark, inside: number): boolean {
  if (h < 14 || w < 14) return false;
  if (inside >= 3) return true;
  const straight = Math.min(top, base) / w;
  return w > 1.3 * h ? straight > 0.6 : straight > 0.85 && h >= 18 && inside > 0;
}

function countInside(sorted: readonly Mark[], index: number): number {
  const frame = sorted[index]!;
  let inside = 0;
  for (let at = index + 1; at < sorted.length && sorted[at]!.x < frame.x + frame.w; at++) {
    const { x, y, w, h } = sorted[at]!;
    if (x + w < frame.x + frame.w && y > frame.y && y + h < frame.y + frame.h) inside++;
  }
  return inside;
}
