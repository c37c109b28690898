import type { Box } from '../picture.ts';
import type { Annotation, Point } from './annotation.ts';

/** Smoothed edges reach a little beyond their shape. */
const EDGE = 2;

/** A box around all that the marks can have changed: rather too large than too small. */
export function touchedBox(annotations: readonly Annotation[], size: { width: number; height: number }): Box {
  const boxes = annotations.map(reachOf).filter((box) => box !== undefined);
  if (boxes.length === 0) return { x: 0, y: 0, w: 0, h: 0 };
  const left = Math.max(0, Math.floor(Math.min(...boxes.map(({ x }) => x))));
  const top = Math.max(0, Math.floor(Math.min(...boxes.map(({ y }) => y))));
  const right = Math.min(size.width, Math.ceil(Math.max(...boxes.map(({ x, w }) => x + w))));
  const bottom = Math.min(size.height, Math.ceil(Math.max(...boxes.map(({ y, h }) => y + h))));
  return { x: left, y: top, w: Math.max(0, right - left), h: Math.max(0, bottom - top) };
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

function around(points: readonly Point[]): Box {
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const right = Math.max(...points.map(({ x }) => x));
  const bottom = Math.max(...points.map(({ y }) => y));
  return { x: left, y: top, w: right - left, h: bottom - top };
}

function grown({ x, y, w, h }: Box, by: number): Box {
  const more = by + EDGE;
  return { x: x - more, y: y - more, w: w + 2 * more, h: h + 2 * more };
}
