import { fault } from '../../../kernel/fault.ts';
import { cropPicture, pastePicture } from '../compose.ts';
import type { Picture } from '../picture.ts';
import type { Annotation } from './annotation.ts';
import { fontFiles } from './font-files.ts';
import { FONT_FAMILY, renderAnnotations } from './render.ts';
import { touchedBox } from './touched-box.ts';

/** A new picture with the marks on it; the given one is left as it is. */
export async function drawPicture(picture: Picture, annotations: readonly Annotation[]): Promise<Picture> {
  const { createCanvas, ImageData } = await loadCanvas();
  const { width, height, pixels } = picture;
  const context = createCanvas(width, height).getContext('2d');
  const given = new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.byteLength);
  const copy = new ImageData(given, width, height);
  context.putImageData(copy, 0, 0);
  const left = renderAnnotations(context, annotations, picture);
  if (left.w === 0 || left.h === 0) {
    const index = annotations.findIndex(({ type }) => type === 'crop');
    throw fault('INVALID_ANNOTATION', {
      index,
      field: 'x',
      problem: 'and the size leave nothing of the picture',
    });
  }
  // The copy is a whole picture already: only what was drawn on has to come back from the canvas.
  const drawn = {
    width,
    height,
    pixels: new Uint8Array(copy.data.buffer, copy.data.byteOffset, pixels.byteLength),
  };
  const touched = touchedBox(annotations, picture);
  if (touched.w > 0 && touched.h > 0) {
    const { data } = context.getImageData(touched.x, touched.y, touched.w, touched.h);
    const part = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    pastePicture({ width: touched.w, height: touched.h, pixels: part }, drawn, touched.x, touched.y);
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
