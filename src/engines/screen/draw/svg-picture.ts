import { isDrawn, type MarkShape, shapesOf } from '../../../contract/mark-shapes.ts';
import type { Annotation } from '../../../contract/picture-marks.ts';
import { escapedMarkup } from '../../../kernel/escaped-markup.ts';
import { encodePicture } from '../encode-picture.ts';
import { areaOf, type Picture, roundedBox, sharedBox } from '../picture.ts';
import { drawPicture } from './draw-picture.ts';

/** A letter is about so wide, for one of its height. */
const LETTER = 0.6;

/**
 * A picture with its marks as SVG: marks stay shapes. All that is hidden, blurred or cut away, and what lies below it,
 * goes into the pixels: nothing of it is in the file.
 */
export async function svgOfPicture(picture: Picture, marks: readonly Annotation[]): Promise<Uint8Array> {
  const burnt = marks.findLastIndex(({ type }) => type === 'blur' || type === 'redact') + 1;
  const crops = marks.filter(({ type }) => type === 'crop');
  const below = marks.slice(0, burnt).filter(({ type }) => type !== 'crop');
  const base = await drawPicture(picture, [...below, ...crops]);
  const left = leftBy(crops, picture);
  const { bytes } = await encodePicture(base);
  const { width, height } = base;
  const shapes = marks
    .slice(burnt)
    .filter(isDrawn)
    .flatMap((mark) => shapesOf(mark, (line, size) => line.length * size * LETTER));
  const image = `<image width="${width}" height="${height}" href="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"/>`;
  const drawn = shapes.map(element).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${image}<g transform="translate(${-left.x} ${-left.y})">${drawn}</g></svg>\n`;
  return new TextEncoder().encode(svg);
}

function leftBy(crops: readonly Annotation[], picture: Picture) {
  const whole = areaOf(picture);
  return crops.reduce(
    (left, crop) => (crop.type === 'crop' ? (sharedBox(left, roundedBox(crop.box)) ?? left) : left),
    whole,
  );
}

function element({ tag, attributes, text }: MarkShape): string {
  const given = Object.entries(attributes).map(
    ([name, value]) => `${name}="${escapedMarkup(String(value))}"`,
  );
  return `<${tag} ${given.join(' ')}>${escapedMarkup(text ?? '')}</${tag}>`;
}
