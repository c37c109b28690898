import { areaOf, sharedBox } from '../box.ts';
import type { Box, Picture } from '../picture.ts';
import type { TextLine } from './find-lines.ts';
import { type GreyPicture, scale } from './grey-picture.ts';

/** A line ready to be read, and how to get back from its pixels to those of the screen. */
export interface LinePicture {
  readonly line: TextLine;
  /** In the size of the screen, before scaling. */
  readonly plain: GreyPicture;
  readonly grey: GreyPicture;
  /** White around the plain picture. */
  readonly pad: number;
  readonly factor: number;
  /** White around the line, in its own pixels. */
  readonly margin: number;
}

/**
 * Cuts a line out as black on white whatever its colours were: each part is measured against its own background,
 * so that dark themes, buttons, marked words and coloured code all look alike to the reader.
 */
export function linePicture(picture: Picture, line: TextLine, height: number): LinePicture {
  const factor = Math.min(4, Math.max(0.5, height / line.h));
  const margin = 8;
  const pad = Math.ceil(margin / factor);
  const width = line.w + 2 * pad;
  const tall = line.h + 2 * pad;
  const pixels = new Uint8Array(width * tall).fill(255);
  for (const part of line.parts) drawPart(picture, part, line, { pixels, width, pad });
  const plain = { width, height: tall, pixels };
  return { line, plain, grey: scale(plain, factor), pad, factor, margin: pad * factor };
}

interface Sheet {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly pad: number;
}

function drawPart(picture: Picture, part: Box, line: TextLine, sheet: Sheet): void {
  const wide = { x: part.x - 2, y: line.y - 1, w: part.w + 4, h: line.h + 2 };
  const box = sharedBox(wide, areaOf(picture))!;
  const back = commonest(picture, box);
  let most = 1;
  const away = new Float32Array(box.w * box.h);
  for (let y = 0, at = 0; y < box.h; y++) {
    let from = ((box.y + y) * picture.width + box.x) * 4;
    for (let x = 0; x < box.w; x++, at++, from += 4) {
      const red = picture.pixels[from]! - (back >> 16);
      const green = picture.pixels[from + 1]! - ((back >> 8) & 255);
      const blue = picture.pixels[from + 2]! - (back & 255);
      const far = Math.sqrt(0.35 * red * red + 0.45 * green * green + 0.2 * blue * blue);
      away[at] = far;
      if (far > most) most = far;
    }
  }
  for (let y = 0, at = 0; y < box.h; y++) {
    const row = (box.y + y - line.y + sheet.pad) * sheet.width;
    for (let x = 0; x < box.w; x++, at++) {
      const column = box.x + x - line.x + sheet.pad;
      const shade = 255 - Math.round((255 * away[at]!) / most);
      if (shade < sheet.pixels[row + column]!) sheet.pixels[row + column] = shade;
    }
  }
}

/** The colour that fills most of a box. */
function commonest({ width, pixels }: Picture, box: Box): number {
  const counts = new Map<number, number>();
  let [best, most] = [0, 0];
  for (let y = box.y; y < box.y + box.h; y++) {
    let at = (y * width + box.x) * 4;
    for (let x = 0; x < box.w; x++, at += 4) {
      const colour = (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!;
      const count = (counts.get(colour) ?? 0) + 1;
      counts.set(colour, count);
      if (count > most) [best, most] = [colour, count];
    }
  }
  return best;
}
