/** Pictures with known words on them. */
import { drawPicture } from '../../src/engines/screen/draw/draw-picture.ts';
import { readAnnotations } from '../../src/engines/screen/draw/read-annotations.ts';
import type { Picture } from '../../src/engines/screen/picture.ts';

/** Black on white, one line below the other. */
export function writtenPicture(width: number, height: number, lines: readonly string[]): Promise<Picture> {
  const paper = { width, height, pixels: new Uint8Array(width * height * 4).fill(255) };
  const marks = lines.map((text, i) => ({
    type: 'text',
    x: 40,
    y: 40 + i * 48,
    text,
    color: '#101010',
    font_size: 20,
  }));
  return drawPicture(paper, readAnnotations(marks));
}
