import type { Picture } from '../picture.ts';
import { isClose, wordsOf } from './compare-pictures.ts';

const CHANGED = [255, 0, 80];
/** How much of the picture is left where nothing has changed: enough to know where one is. */
const FADE = 0.25;

/** The newer picture, faded, with what differs from the older one in one strong colour. */
export function differencePicture(older: Picture, newer: Picture, tolerance: number): Picture {
  const width = Math.max(older.width, newer.width);
  const height = Math.max(older.height, newer.height);
  const pixels = new Uint8Array(width * height * 4);
  const [a, b] = [wordsOf(older), wordsOf(newer)];
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) {
      const p = x < older.width && y < older.height ? a[y * older.width + x] : undefined;
      const q = x < newer.width && y < newer.height ? b[y * newer.width + x] : undefined;
      if (p === undefined || q === undefined || (p !== q && !isClose(p, q, tolerance)))
        pixels.set(CHANGED, to);
      else for (let c = 0; c < 3; c++) pixels[to + c] = 255 - (255 - ((q >>> (8 * c)) & 0xff)) * FADE;
      pixels[to + 3] = 255;
    }
  }
  return { width, height, pixels };
}
