import type { GivenMark } from '../../src/contract/app-pictures.ts';
import type { Annotation, Kind, Point } from '../../src/contract/picture-marks.ts';
import { WORDS } from '../words.ts';
import { boxBetween } from './geometry.ts';

/** How the next mark looks. */
export interface Look {
  readonly color: string;
  readonly strokeWidth: number;
  readonly fontSize: number;
}

/** A mark of that kind, drawn from one point to another. `path` is what the hand went over. */
export function makeMark(
  kind: Kind,
  path: readonly Point[],
  look: Look,
  marks: readonly Annotation[],
): Annotation | undefined {
  const [from, to] = [path[0], path.at(-1)];
  if (!from || !to) return undefined;
  const { color, strokeWidth, fontSize } = look;
  const stroke = { color, strokeWidth, opacity: 1 };
  const box = boxBetween(from, to);
  switch (kind) {
    case 'arrow':
      return { type: kind, from, to, ...stroke };
    case 'rect':
    case 'ellipse':
      return { type: kind, box, ...stroke };
    case 'freehand':
      return { type: kind, points: path.length > 1 ? path : [from, from], ...stroke };
    case 'text': {
      const font = { fontSize, fontFamily: 'sans-serif', opacity: 1 };
      return { type: kind, at: from, text: WORDS.pictures.newText, color, ...font };
    }
    case 'step': {
      const label = String(marks.filter(({ type }) => type === 'step').length + 1);
      return { type: kind, at: from, label, color, size: Math.round(fontSize * 1.75), opacity: 1 };
    }
    case 'blur':
      return { type: kind, box, blockSize: 12 };
    case 'redact':
      return { type: kind, box, color: '#000000' };
    case 'highlight':
      return { type: kind, box, color: '#FFE600' };
    case 'crop':
      return { type: kind, box };
  }
}

/** As the server takes marks: flat, as agents give them. */
export function givenOf(mark: Annotation): GivenMark {
  const box = 'box' in mark && { x: mark.box.x, y: mark.box.y, width: mark.box.w, height: mark.box.h };
  switch (mark.type) {
    case 'arrow':
    case 'freehand': {
      const { color, strokeWidth: stroke_width, opacity } = mark;
      const points = mark.type === 'arrow' ? [mark.from, mark.to] : mark.points;
      return { type: mark.type, points, color, stroke_width, opacity };
    }
    case 'rect':
    case 'ellipse': {
      const { color, strokeWidth: stroke_width, opacity, fillColor: fill_color } = mark;
      return { type: mark.type, ...box, color, stroke_width, opacity, fill_color };
    }
    case 'text': {
      const { at, text, color, opacity, fillColor, fontSize, fontFamily } = mark;
      const font = { font_size: fontSize, font_family: fontFamily };
      return { type: 'text', ...at, text, color, opacity, fill_color: fillColor, ...font };
    }
    case 'step': {
      const { at, label, color, size, opacity } = mark;
      return { type: 'step', ...at, text: label, color, width: size, opacity };
    }
    case 'blur':
      return { type: 'blur', ...box, blur_radius: mark.blockSize };
    case 'redact':
    case 'highlight':
      return { type: mark.type, ...box, color: mark.color };
    case 'crop':
      return { type: 'crop', ...box };
  }
}
