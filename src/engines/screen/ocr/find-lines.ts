import { type Box, boxAround } from '../picture.ts';

/** A run of writing without a wide gap: a line of a paragraph, a table cell, a label. */
export interface TextLine extends Box {
  /** Parts with no gap wider than a few pixels, from left to right. */
  readonly parts: readonly Box[];
}

/** Two marks farther apart than this many heights belong to different cells. */
const widestGap = 1.6;

/** From marks to lines. Works on boxes alone, so that language, colours and theme make no difference. */
export function findLines(marks: readonly Box[]): TextLine[] {
  // Dots, dashes and quotes are too flat to say where their line is.
  const usual = medianHeight(marks);
  const flat = Math.max(5, 0.4 * usual);
  const groups = chain(marks, { flat, usual }).flatMap((group) => splitRows(group, flat));
  const lines: Box[][] = [];
  const boxes: Box[] = [];
  for (const group of groups.toSorted((a, b) => tallestOf(b) - tallestOf(a))) {
    const box = boxAround(group);
    const isFlat = tallestOf(group) <= flat;
    // A full stop, an accent or a quotation mark has its line beside or below it.
    const home = isFlat || group.length <= 3 ? nearest(boxes, box) : -1;
    if (home >= 0 && box.h < 0.6 * boxes[home]!.h) lines[home]!.push(...group);
    else if (!isFlat || group.length >= 3) {
      lines.push([...group]);
      boxes.push(box);
    }
  }
  return lines
    .map((group) => ({ ...boxAround(group), parts: partsOf(group) }))
    .filter(({ w, h }) => h > 2 && w > 1);
}

function medianHeight(marks: readonly Box[]): number {
  return marks.map(({ h }) => h).sort((a, b) => a - b)[marks.length >> 1] ?? 0;
}

interface Sizes {
  readonly flat: number;
  /** Half of the marks are lower than this. */
  readonly usual: number;
}

/** Marks that stand beside each other in a row, directly or through others. */
function chain(marks: readonly Box[], sizes: Sizes): Box[][] {
  const sorted = marks.toSorted((a, b) => a.x - b.x);
  const reach = Math.max(12, tallestOf(sorted) * widestGap);
  const parent = sorted.map((_, index) => index);
  const root = (at: number): number => {
    let top = at;
    while (parent[top] !== top) top = parent[top]!;
    parent[at] = top;
    return top;
  };
  for (let i = 0; i < sorted.length; i++) {
    const mark = sorted[i]!;
    const end = mark.x + mark.w + reach;
    for (let j = i + 1; j < sorted.length && sorted[j]!.x <= end; j++) {
      if (areBeside(mark, sorted[j]!, sizes)) parent[root(j)] = root(i);
    }
  }
  const groups = new Map<number, Box[]>();
  for (let i = 0; i < sorted.length; i++) {
    const group = groups.get(root(i));
    if (group) group.push(sorted[i]!);
    else groups.set(root(i), [sorted[i]!]);
  }
  return [...groups.values()];
}

function tallestOf(marks: readonly Box[]): number {
  return marks.reduce((most, { h }) => Math.max(most, h), 0);
}

function areBeside(one: Box, other: Box, { flat, usual }: Sizes): boolean {
  const gap = Math.max(other.x - one.x - one.w, one.x - other.x - other.w);
  const [low, high] = one.h < other.h ? [one, other] : [other, one];
  if (gap > Math.max(widestGap * high.h, 1.3 * usual, 8)) return false;
  const isDot = low.h <= 0.35 * high.h && low.w <= 0.35 * high.h;
  if (low.h <= flat || isDot) {
    const middle = low.y + low.h / 2;
    if (high.h <= flat) return Math.abs(middle - high.y - high.h / 2) <= 2;
    return middle >= high.y && middle <= high.y + high.h + 2;
  }
  // An icon beside two lines of text must not join them.
  if (high.h > 2.4 * low.h) return false;
  const shared = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return shared >= low.h / 2;
}

/** Two rows that something tall has joined come apart where only tall marks cross. */
function splitRows(group: Box[], flat: number): Box[][] {
  const heights = group.filter(({ h }) => h > flat).map(({ h }) => h);
  if (heights.length < 4) return [group];
  const usual = heights.sort((a, b) => a - b)[heights.length >> 1]!;
  const box = boxAround(group);
  if (box.h < 2.6 * usual) return [group];
  const rows = group.filter(({ h }) => h <= 1.8 * usual).toSorted((a, b) => a.y - b.y);
  const split: Box[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const mark of rows) {
    if (mark.y > bottom) split.push([mark]);
    else split.at(-1)!.push(mark);
    bottom = Math.max(bottom, mark.y + mark.h);
  }
  return split;
}

function nearest(lines: readonly Box[], speck: Box): number {
  const middle = speck.y + speck.h / 2;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, { x, y, w, h }] of lines.entries()) {
    if (speck.x > x + w + 0.9 * h || speck.x + speck.w < x - 0.9 * h) continue;
    const away = Math.max(0, y - middle, middle - y - h);
    if (away <= 0.45 * h && away < least) [best, least] = [index, away];
  }
  return best;
}

/** Pieces that each have one background colour: nothing but letters close together. */
function partsOf(group: readonly Box[]): Box[] {
  const gap = Math.max(2, tallestOf(group) * 0.25);
  const parts: Box[] = [];
  for (const mark of group.toSorted((a, b) => a.x - b.x)) {
    const last = parts.at(-1);
    if (last && mark.x - last.x - last.w <= gap) parts[parts.length - 1] = boxAround([last, mark]);
    else parts.push(mark);
  }
  return parts;
}
