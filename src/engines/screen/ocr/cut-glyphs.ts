import type { GreyPicture } from './grey-picture.ts';

/** One letter cut out of a line, without the white around it. */
export interface Glyph extends GreyPicture {
  /** Its left edge within the line. */
  readonly x: number;
  /** Its upper edge within the line. */
  readonly y: number;
}

/** Lighter than this is the soft edge of a letter, or nothing. */
const ink = 160;

/** The letters of a line wherever a column without ink parts them; letters that touch stay together. */
export function cutGlyphs(line: GreyPicture): Glyph[] {
  const glyphs: Glyph[] = [];
  let left = -1;
  for (let x = 0; x <= line.width; x++) {
    const isInked = x < line.width && hasInk(line, x);
    if (isInked && left < 0) left = x;
    if (isInked || left < 0) continue;
    glyphs.push(cut(line, left, x - left));
    left = -1;
  }
  return glyphs;
}

/** Letters that touch, parted where they were read: at the lightest column near each of these. */
export function partGlyph(line: GreyPicture, glyph: Glyph, columns: readonly number[]): Glyph[] {
  const cuts = columns.map((column) => lightestColumn(line, Math.round(column), glyph));
  const edges = [glyph.x, ...cuts, glyph.x + glyph.width];
  return edges.slice(1).flatMap((edge, index) => {
    let [left, right] = [edges[index]!, edge];
    while (left < right && !hasInk(line, left)) left++;
    while (right > left && !hasInk(line, right - 1)) right--;
    return right > left ? [cut(line, left, right - left)] : [];
  });
}

function lightestColumn(line: GreyPicture, place: number, { x, width }: Glyph): number {
  let [best, least] = [place, Number.POSITIVE_INFINITY];
  for (const column of [place, place - 1, place + 1]) {
    if (column <= x || column >= x + width) continue;
    let dark = 0;
    for (let y = 0; y < line.height; y++) dark += 255 - line.pixels[y * line.width + column]!;
    if (dark < least) [best, least] = [column, dark];
  }
  return best;
}

function hasInk({ width, height, pixels }: GreyPicture, x: number): boolean {
  for (let y = 0, at = x; y < height; y++, at += width) if (pixels[at]! < ink) return true;
  return false;
}

function cut(line: GreyPicture, x: number, width: number): Glyph {
  const isRowInked = (y: number) => {
    for (let i = 0; i < width; i++) if (line.pixels[y * line.width + x + i]! < ink) return true;
    return false;
  };
  let top = 0;
  while (top < line.height - 1 && !isRowInked(top)) top++;
  let bottom = line.height - 1;
  while (bottom > top && !isRowInked(bottom)) bottom--;
  const height = bottom - top + 1;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * line.width + x;
    pixels.set(line.pixels.subarray(from, from + width), y * width);
  }
  return { x, y: top, width, height, pixels };
}
