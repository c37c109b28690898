import { areaOf, boxAround, sharedBox } from '../box.ts';
import type { Box } from '../picture.ts';
import type { Annotation, Point } from './annotation.ts';

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
