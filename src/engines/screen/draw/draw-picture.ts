import { fault } from '../../../kernel/fault.ts';
import { cropPicture, pastePicture } from '../compose.ts';
import type { Picture } from '../picture.ts';
import type { Annotation } from './annotation.ts';
import { fontFiles } from './font-files.ts';
import { FONT_FAMILY, renderAnnotations } from './render.ts';
import { touchedBoxes } from './touched-boxes.ts';

/** A new picture with the marks on it; the given one is left as it is. */
export async function drawPicture(picture: Picture, annotations: readonly Annotation[]): Promise<Picture> {
  const { createCanvas, ImageData } = await loadCanvas();
  const { width, height } = picture;
  const context = createCanvas(width, height).getContext('2d');
  // Only what is drawn on goes to the canvas and comes back: each way costs more than all the drawing.
  const touched = touchedBoxes(annotations, picture);
  for (const box of touched) {
    const { pixels } = cropPicture(picture, box);
    const clamped = new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.byteLength);
    context.putImageData(new ImageData(clamped, box.w, box.h), box.x, box.y);
  }
  const left = renderAnnotations(context, annotations, picture);
  if (!left) {
    const index = annotations.findIndex(({ type }) => type === 'crop');
    throw fault('INVALID_ANNOTATION', {
      index,
      field: 'x',
      problem: 'and the size leave nothing of the picture',
    });
  }
  const drawn = { width, height, pixels: picture.pixels.slice() };
  for (const { x, y, w, h } of touched) {
    const { data } = context.getImageData(x, y, w, h);
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    pastePicture({ width: w, height: h, pixels }, drawn, x, y);
  }
  return cropPicture(drawn, left);
}

/** The library keeps fonts for the whole process: registering one again changes nothing. */
async function loadCanvas() {
  try {
    const canvas = await import('@napi-rs/canvas');
    if (!canvas.GlobalFonts.has(FONT_FAMILY)) {
      for (const file of fontFiles()) canvas.GlobalFonts.registerFromPath(file, FONT_FAMILY);
    }
    return canvas;
  } catch (cause) {
    throw fault('PACKAGE_MISSING', { name: '@napi-rs/canvas', purpose: 'Drawing on pictures' }, cause);
  }
}
