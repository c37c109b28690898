import type { Box } from '../picture.ts';

/**
 * Puts boxes of lines into the order in which a person reads them, row by row, and says which share a row. Columns
 * that have nothing to do with each other, such as a side bar and a talk, are read one after the other; the cells
 * of a table, whose rows are level, stay rows.
 */
export function inReadingOrder<T extends Box>(lines: readonly T[]): T[][] {
  if (lines.length === 0) return [];
  const gutter = findGutter(lines);
  if (gutter === undefined) return rowsOf(lines);
  const isLeft = (line: Box) => line.x + line.w / 2 < gutter;
  return [...inReadingOrder(lines.filter(isLeft)), ...inReadingOrder(lines.filter((line) => !isLeft(line)))];
}

/** Lines side by side at about the same height, from top to bottom; within a row from left to right. */
function rowsOf<T extends Box>(lines: readonly T[]): T[][] {
  const rows: { middle: number; half: number; lines: T[] }[] = [];
  for (const line of lines.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.at(-1);
    const isSame =
      row !== undefined &&
      Math.abs(middleOf(line) - row.middle) < Math.min(row.half, line.h / 2) &&
      row.lines.every((other) => line.x >= other.x + other.w || other.x >= line.x + line.w);
    if (isSame) row.lines.push(line);
    else rows.push({ middle: middleOf(line), half: line.h / 2, lines: [line] });
  }
  return rows.map((row) => row.lines.sort((a, b) => a.x - b.x));
}

const middleOf = (box: Box) => box.y + box.h / 2;

/** The middle of a clear strip from top to bottom with unrelated rows on its sides. */
function findGutter(lines: readonly Box[]): number | undefined {
  const heights = lines.map(({ h }) => h).sort((a, b) => a - b);
  const widest = 1.5 * heights[heights.length >> 1]!;
  const sorted = lines.toSorted((a, b) => a.x - b.x);
  let right = sorted[0]!.x + sorted[0]!.w;
  for (const [index, line] of sorted.entries()) {
    if (line.x - right >= widest && index >= 3 && lines.length - index >= 3) {
      const sides = [sorted.slice(0, index), sorted.slice(index)] as const;
      if (!areLevel(...sides)) return (right + line.x) / 2;
    }
    right = Math.max(right, line.x + line.w);
  }
  return undefined;
}

/** Most rows of the side with fewer have a partner at the same height on the other side. */
function areLevel(one: readonly Box[], other: readonly Box[]): boolean {
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  const level = few.filter((line) =>
    many.some((partner) => Math.abs(middleOf(line) - middleOf(partner)) < 0.3 * Math.max(line.h, partner.h)),
  );
  return level.length >= 0.7 * few.length;
}
