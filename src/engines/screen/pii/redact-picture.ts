import type { OcrResult } from '../ocr/ocr-engine.ts';
import type { Box, Picture } from '../picture.ts';
import { colourAround, type FillStyle, fillBox, fillMosaic, hidingBox } from './fill-box.ts';
import { type Detection, type FindOptions, findPrivate } from './find-private.ts';

export interface RedactOptions extends FindOptions {
  readonly style?: FillStyle | undefined;
  /** Where the chance of a mosaic comes from; 0 up to 1. */
  readonly random?: (() => number) | undefined;
}

export interface Redacted {
  /** The one that was given when nothing is private in it. */
  readonly picture: Picture;
  readonly detections: readonly Detection[];
  /** What is not looked for, in a sentence for the reader. */
  readonly notCovered: string;
}

const notCovered =
  'Names, postal addresses, birth dates, company names and faces are not recognized; give them as words to hide. What OCR could not read is not hidden.';

/** Hides what is private. What is painted depends on nothing that it covers, so it cannot be computed back. */
export async function redactPicture(
  picture: Picture,
  ocr: OcrResult,
  options: RedactOptions = {},
): Promise<Redacted> {
  const found = await findPrivate(ocr, options);
  if (found.length === 0) return { picture, detections: [], notCovered };
  const detections = found.map((detection) => ({ ...detection, ...hidingBox(detection, picture) }));
  return { picture: hide(picture, detections, options), detections, notCovered };
}

function hide(picture: Picture, detections: readonly Detection[], { style, random }: RedactOptions): Picture {
  const pixels = new Uint8Array(picture.pixels);
  const boxes: readonly Box[] = detections;
  for (const detection of detections) {
    const colour = colourAround(picture, detection, boxes);
    if (style === 'mosaic') fillMosaic(pixels, picture.width, detection, colour, random ?? Math.random);
    else fillBox(pixels, picture.width, detection, { colour, label: detection.type });
  }
  return { ...picture, pixels };
}
