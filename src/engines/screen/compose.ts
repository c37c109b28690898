import { areaOf, type Box, boxAround, type Picture } from './picture.ts';

/** An opaque black picture. */
export function blackPicture(width: number, height: number): Picture {
  const pixels = new Uint8Array(width * height * 4);
  new Uint32Array(pixels.buffer).fill(OPAQUE_BLACK);
  return { width, height, pixels };
}

/** Red, green and blue 0, alpha 255, as the bytes lie in memory. */
const OPAQUE_BLACK = new Uint32Array(new Uint8Array([0, 0, 0, 255]).buffer)[0]!;

export function cropPicture(picture: Picture, { x, y, w, h }: Box): Picture {
  if (x === 0 && y === 0 && w === picture.width && h === picture.height) return picture;
  const pixels = new Uint8Array(w * h * 4);
  copyRows(picture, { x, y, w, h }, { width: w, height: h, pixels }, 0, 0);
  return { width: w, height: h, pixels };
}

/** Pictures of monitors side by side, wherever they lie; what no monitor shows is black. */
export function composePlaced(parts: readonly { x: number; y: number; picture: Picture }[]) {
  const bounds = boxAround(parts.map(({ x, y, picture }) => ({ ...areaOf(picture), x, y })));
  const origin = { x: bounds.x, y: bounds.y };
  const [only, ...others] = parts;
  if (only && others.length === 0) return { picture: only.picture, origin };
  const whole = blackPicture(bounds.w, bounds.h);
  for (const { x, y, picture } of parts) {
    pastePicture(picture, whole, x - bounds.x, y - bounds.y);
  }
  return { picture: whole, origin };
}

/** Puts a picture onto another one, in place; it must lie on it wholly. */
export function pastePicture(picture: Picture, onto: Picture, left: number, top: number): void {
  copyRows(picture, { x: 0, y: 0, w: picture.width, h: picture.height }, onto, left, top);
}

function copyRows(from: Picture, part: Box, to: Picture, left: number, top: number): void {
  for (let row = 0; row < part.h; row++) {
    const start = ((part.y + row) * from.width + part.x) * 4;
    to.pixels.set(from.pixels.subarray(start, start + part.w * 4), ((top + row) * to.width + left) * 4);
  }
}

/** Lays pixels with premultiplied alpha over a picture, in place; what hangs over the edge is left away. */
export function overlay(picture: Picture, top: Picture, left: number, above: number): void {
  for (let row = 0; row < top.height; row++) {
    const y = above + row;
    if (y < 0 || y >= picture.height) continue;
    for (let column = 0; column < top.width; column++) {
      const x = left + column;
      if (x < 0 || x >= picture.width) continue;
      const from = (row * top.width + column) * 4;
      const to = (y * picture.width + x) * 4;
      const rest = 255 - top.pixels[from + 3]!;
      for (let channel = 0; channel < 3; channel++) {
        const under = Math.round((picture.pixels[to + channel]! * rest) / 255);
        picture.pixels[to + channel] = Math.min(255, top.pixels[from + channel]! + under);
      }
    }
  }
}
