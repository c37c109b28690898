import type { Box, Picture } from '../picture.ts';

/** `solid`: the colour around it, with a label. `mosaic`: blocks of chance, which look blurred. */
export type FillStyle = 'solid' | 'mosaic';

type Colour = readonly [red: number, green: number, blue: number];

/** Edges lie on a grid, so that they tell little about the first and the last letter. */
const grid = 4;
const padding = 3;

/** A box with room around the letters, on the grid and inside the picture. */
export function hidingBox({ x, y, w, h }: Box, { width, height }: Picture): Box {
  const room = Math.max(padding, Math.round(h * 0.15));
  const left = Math.max(0, Math.floor((x - padding) / grid) * grid);
  const top = Math.max(0, Math.floor((y - room) / grid) * grid);
  const right = Math.min(width, Math.ceil((x + w + padding) / grid) * grid);
  const bottom = Math.min(height, Math.ceil((y + h + room) / grid) * grid);
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** The commonest colour in a frame around a box, of pixels that no box covers: nothing hidden has a say in it. */
export function colourAround(picture: Picture, box: Box, hidden: readonly Box[]): Colour {
  const counts = new Map<number, number>();
  const isHidden = (x: number, y: number) =>
    hidden.some((other) => x >= other.x && x < other.x + other.w && y >= other.y && y < other.y + other.h);
  for (let y = Math.max(0, box.y - 3); y < Math.min(picture.height, box.y + box.h + 3); y++) {
    for (let x = Math.max(0, box.x - 3); x < Math.min(picture.width, box.x + box.w + 3); x++) {
      const isInside = x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
      if (isInside || isHidden(x, y)) continue;
      const at = (y * picture.width + x) * 4;
      const colour = (picture.pixels[at]! << 16) | (picture.pixels[at + 1]! << 8) | picture.pixels[at + 2]!;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  let [best, most] = [0x808080, 0];
  for (const [colour, count] of counts) if (count > most) [best, most] = [colour, count];
  return [best >> 16, (best >> 8) & 255, best & 255];
}

/** Paints over a box in `pixels`; every pixel of it is replaced. */
export function fillBox(
  pixels: Uint8Array,
  width: number,
  box: Box,
  fill: { colour: Colour; label: string },
): void {
  const ink = contrast(fill.colour);
  for (let y = box.y; y < box.y + box.h; y++) {
    for (let x = box.x; x < box.x + box.w; x++) {
      const isEdge = x === box.x || y === box.y || x === box.x + box.w - 1 || y === box.y + box.h - 1;
      paint(pixels, (y * width + x) * 4, isEdge ? mix(fill.colour, ink, 0.4) : fill.colour);
    }
  }
  const size = Math.max(1, Math.floor((box.h - 4) / (labelHeight + 2)));
  const label = fitLabel(fill.label, Math.floor((box.w - 6) / size));
  if (label === '' || labelHeight * size > box.h - 2) return;
  const left = box.x + Math.floor((box.w - labelWidth(label) * size) / 2);
  const top = box.y + Math.floor((box.h - labelHeight * size) / 2);
  for (const dot of labelDots(label)) {
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++)
        paint(pixels, ((top + dot.y * size + y) * width + left + dot.x * size + x) * 4, ink);
    }
  }
}

/** Blocks in shades of the colour around, by chance alone. */
export function fillMosaic(
  pixels: Uint8Array,
  width: number,
  box: Box,
  colour: Colour,
  random: () => number,
): void {
  const block = 8;
  const ink = contrast(colour);
  for (let top = box.y; top < box.y + box.h; top += block) {
    for (let left = box.x; left < box.x + box.w; left += block) {
      const shade = mix(colour, ink, 0.15 + 0.5 * random());
      for (let y = top; y < Math.min(top + block, box.y + box.h); y++) {
        for (let x = left; x < Math.min(left + block, box.x + box.w); x++)
          paint(pixels, (y * width + x) * 4, shade);
      }
    }
  }
}

function paint(pixels: Uint8Array, at: number, [red, green, blue]: Colour): void {
  pixels[at] = red;
  pixels[at + 1] = green;
  pixels[at + 2] = blue;
  pixels[at + 3] = 255;
}

function contrast([red, green, blue]: Colour): Colour {
  return 0.3 * red + 0.6 * green + 0.1 * blue > 128 ? [40, 40, 40] : [225, 225, 225];
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] * (1 - share) + other[index] * share);
  return [part(0), part(1), part(2)];
}

/** As many of the words as there is room for. */
function fitLabel(label: string, room: number): string {
  const whole = label.replaceAll('_', ' ');
  return [whole, whole.split(' ')[0]!].find((text) => labelWidth(text) <= room) ?? '';
}

/** Capital letters of five by seven dots for the labels on hidden places: no font file, no library. */
const rows: Readonly<Record<string, string>> = {
  A: '01110 10001 10001 11111 10001 10001 10001',
  B: '11110 10001 10001 11110 10001 10001 11110',
  C: '01111 10000 10000 10000 10000 10000 01111',
  D: '11110 10001 10001 10001 10001 10001 11110',
  E: '11111 10000 10000 11110 10000 10000 11111',
  F: '11111 10000 10000 11110 10000 10000 10000',
  G: '01111 10000 10000 10011 10001 10001 01111',
  H: '10001 10001 10001 11111 10001 10001 10001',
  I: '01110 00100 00100 00100 00100 00100 01110',
  J: '00111 00010 00010 00010 00010 10010 01100',
  K: '10001 10010 10100 11000 10100 10010 10001',
  L: '10000 10000 10000 10000 10000 10000 11111',
  M: '10001 11011 10101 10101 10001 10001 10001',
  N: '10001 11001 10101 10011 10001 10001 10001',
  O: '01110 10001 10001 10001 10001 10001 01110',
  P: '11110 10001 10001 11110 10000 10000 10000',
  Q: '01110 10001 10001 10001 10101 10010 01101',
  R: '11110 10001 10001 11110 10100 10010 10001',
  S: '01111 10000 10000 01110 00001 00001 11110',
  T: '11111 00100 00100 00100 00100 00100 00100',
  U: '10001 10001 10001 10001 10001 10001 01110',
  V: '10001 10001 10001 10001 10001 01010 00100',
  W: '10001 10001 10001 10101 10101 11011 10001',
  X: '10001 10001 01010 00100 01010 10001 10001',
  Y: '10001 10001 01010 00100 00100 00100 00100',
  Z: '11111 00001 00010 00100 01000 10000 11111',
};

const labelHeight = 7;
const letterWidth = 6;

const labelWidth = (text: string) => text.length * letterWidth - 1;

/** The dots of a text, from the upper left corner. */
function* labelDots(text: string): Generator<{ x: number; y: number }> {
  for (const [index, letter] of [...text.toUpperCase()].entries()) {
    for (const [y, row] of (rows[letter] ?? '').split(' ').entries()) {
      for (const [x, dot] of [...row].entries()) if (dot === '1') yield { x: index * letterWidth + x, y };
    }
  }
}
