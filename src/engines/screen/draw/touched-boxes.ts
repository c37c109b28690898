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
      const met = boxes.findIndex((other) => doMeet(other, box!));
      if (met < 0) break;
      box = union(box, boxes.splice(met, 1)[0]!);
    }
    boxes.push(box);
  }
  return boxes;
}

function onPicture({ x, y, w, h }: Box, size: { width: number; height: number }): Box | undefined {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const [right, bottom] = [Math.min(size.width, Math.ceil(x + w)), Math.min(size.height, Math.ceil(y + h))];
  return right > left && bottom > top ? { x: left, y: top, w: right - left, h: bottom - top } : undefined;
}

const doMeet = (one: Box, other: Box) =>
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h;

function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.w, other.x + other.w);
  const bottom = Math.max(one.y + one.h, other.y + other.h);
  return { x, y, w: right - x, h: bottom - y };
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
