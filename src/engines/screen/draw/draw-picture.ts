import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Annotation, Point } from '../../../contract/picture-marks.ts';
import { breather } from '../../../kernel/breathe.ts';
import { fault } from '../../../kernel/fault.ts';
import { cropPicture, pastePicture } from '../compose.ts';
import { areaOf, type Box, boxAround, type Picture, sharedBox } from '../picture.ts';
import { FONT_FAMILY, renderAnnotations } from './render.ts';

/** A new picture with the marks on it; the given one is left as it is. */
export async function drawPicture(picture: Picture, annotations: readonly Annotation[]): Promise<Picture> {
  const { createCanvas, ImageData } = await loadCanvas();
  const { width, height } = picture;
  const context = createCanvas(width, height).getContext('2d');
  // Only what is drawn on goes to the canvas and comes back: each way costs more than all the drawing.
  const touched = touchedBoxes(annotations, picture).flatMap(bandsOf);
  const breathe = breather();
  for (const box of touched) {
    await breathe();
    const { pixels } = cropPicture(picture, box);
    const clamped = new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.byteLength);
    context.putImageData(new ImageData(clamped, box.w, box.h), box.x, box.y);
  }
  const drawing = renderAnnotations(context, annotations, picture);
  let step = drawing.next();
  for (; !step.done; step = drawing.next()) await breathe();
  const left = step.value;
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
    await breathe();
    const { data } = context.getImageData(x, y, w, h);
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    pastePicture({ width: w, height: h, pixels }, drawn, x, y);
  }
  return cropPicture(drawn, left);
}

const BAND = 256;

/** Pieces that are quickly copied. */
function bandsOf({ x, y, w, h }: Box): Box[] {
  const count = Math.ceil(h / BAND);
  return Array.from({ length: count }, (_, i) => ({
    x,
    y: y + i * BAND,
    w,
    h: Math.min(BAND, h - i * BAND),
  }));
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

const NAMES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];

/** Where the fonts lie: beside the built program, else in the package that they come from. */
export function fontFiles(from: string = import.meta.url): string[] {
  const beside = ['../assets/', './assets/'].map((folder) =>
    NAMES.map((name) => fileURLToPath(new URL(folder + name, from))),
  );
  const built = beside.find((files) => files.every((file) => existsSync(file)));
  if (built) return built;
  const require = createRequire(from);
  return NAMES.map((name) => require.resolve(`dejavu-fonts-ttf/ttf/${name}`));
}

/** Smoothed edges reach a little beyond their shape. */
const EDGE = 2;

/**
 * Boxes around all that the marks can have changed: rather too large than too small. None meets another, so that
 * each part of the picture can go to a canvas and come back by itself.
 */
export function touchedBoxes(
  annotations: readonly Annotation[],
  size: { width: number; height: number },
): Box[] {
  const boxes: Box[] = [];
  for (const reach of annotations.map(reachOf)) {
    let box = reach && onPicture(reach, size);
    if (!box) continue;
    // Those that it meets become one with it, and the larger one may meet others.
    for (;;) {
      const met = boxes.findIndex((other) => sharedBox(other, box!));
      if (met < 0) break;
      box = boxAround([box, ...boxes.splice(met, 1)]);
    }
    boxes.push(box);
  }
  return boxes;
}

/** With all pixels that it touches, as far as they lie on the picture. */
function onPicture({ x, y, w, h }: Box, size: { width: number; height: number }): Box | undefined {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return sharedBox({ x: left, y: top, w: Math.ceil(x + w) - left, h: Math.ceil(y + h) - top }, areaOf(size));
}

function reachOf(annotation: Annotation): Box | undefined {
  switch (annotation.type) {
    case 'crop':
      return undefined;
    case 'rect':
    case 'ellipse':
      return grown(annotation.box, annotation.strokeWidth);
    case 'arrow':
      return grown(around([annotation.from, annotation.to]), Math.max(5 * annotation.strokeWidth, 12));
    case 'freehand':
      return grown(around(annotation.points), annotation.strokeWidth);
    case 'text':
      return textReach(annotation.at, annotation.text, annotation.fontSize);
    case 'step': {
      const label = annotation.label.length * annotation.size;
      return grown({ ...annotation.at, w: 0, h: 0 }, Math.max(annotation.size, label));
    }
    case 'blur':
    case 'redact':
    case 'highlight':
      return grown(annotation.box, 0);
  }
}

/** No letter is wider than twice its size. */
function textReach({ x, y }: Point, text: string, fontSize: number): Box {
  const lines = text.split('\n');
  const longest = Math.max(...lines.map((line) => line.length));
  return grown({ x, y, w: longest * fontSize * 2, h: lines.length * fontSize * 1.5 }, fontSize);
}

const around = (points: readonly Point[]) => boxAround(points.map(({ x, y }) => ({ x, y, w: 0, h: 0 })));

function grown({ x, y, w, h }: Box, by: number): Box {
  const more = by + EDGE;
  return { x: x - more, y: y - more, w: w + 2 * more, h: h + 2 * more };
}
