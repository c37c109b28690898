/** Where marks are, and how they are moved and pulled. Pixels of the picture. */
import type { Annotation, Box, Point } from '../../src/contract/picture-marks.ts';

export const MIN_SIDE = 4;

const measuring = document.createElement('canvas').getContext('2d');

export function lineWidth(line: string, size: number): number {
  if (!measuring) return line.length * size * 0.6;
  measuring.font = `${size}px 'DejaVu Sans', sans-serif`;
  return measuring.measureText(line).width;
}

/** The box around a mark. */
export function boxOf(mark: Annotation): Box {
  switch (mark.type) {
    case 'arrow':
      return around([mark.from, mark.to]);
    case 'freehand':
      return around(mark.points);
    case 'step':
      return { x: mark.at.x - mark.size / 2, y: mark.at.y - mark.size / 2, w: mark.size, h: mark.size };
    case 'text': {
      const lines = mark.text.split('\n');
      const width = Math.max(mark.fontSize, ...lines.map((line) => lineWidth(line, mark.fontSize)));
      return { ...mark.at, w: width, h: lines.length * mark.fontSize * 1.4 };
    }
    default:
      return mark.box;
  }
}

function around(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

export function moved(mark: Annotation, dx: number, dy: number): Annotation {
  const shift = ({ x, y }: Point): Point => ({ x: x + dx, y: y + dy });
  switch (mark.type) {
    case 'arrow':
      return { ...mark, from: shift(mark.from), to: shift(mark.to) };
    case 'freehand':
      return { ...mark, points: mark.points.map(shift) };
    case 'step':
    case 'text':
      return { ...mark, at: shift(mark.at) };
    default:
      return { ...mark, box: { ...mark.box, ...shift(mark.box) } };
  }
}

export type HandleName = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'from' | 'to';

export interface Handle extends Point {
  readonly name: HandleName;
}

/** Where a mark can be pulled. */
export function handlesOf(mark: Annotation): readonly Handle[] {
  if (mark.type === 'arrow')
    return [
      { name: 'from', ...mark.from },
      { name: 'to', ...mark.to },
    ];
  const { x, y, w, h } = boxOf(mark);
  const corner: Handle = { name: 'se', x: x + w, y: y + h };
  if (mark.type === 'text' || mark.type === 'step' || mark.type === 'freehand') return [corner];
  return [
    { name: 'nw', x, y },
    { name: 'n', x: x + w / 2, y },
    { name: 'ne', x: x + w, y },
    { name: 'e', x: x + w, y: y + h / 2 },
    corner,
    { name: 's', x: x + w / 2, y: y + h },
    { name: 'sw', x, y: y + h },
    { name: 'w', x, y: y + h / 2 },
  ];
}

/** The mark with one of its handles at that point. */
export function pulled(mark: Annotation, handle: HandleName, { x, y }: Point): Annotation {
  const box = boxOf(mark);
  switch (mark.type) {
    case 'arrow':
      return handle === 'from' ? { ...mark, from: { x, y } } : { ...mark, to: { x, y } };
    case 'step':
      return { ...mark, size: Math.min(2000, Math.max(8, 2 * Math.max(x - mark.at.x, y - mark.at.y))) };
    case 'text': {
      const lines = mark.text.split('\n').length;
      return { ...mark, fontSize: Math.min(1000, Math.max(6, Math.round((y - mark.at.y) / (lines * 1.4)))) };
    }
    case 'freehand': {
      const [sx, sy] = [(x - box.x) / Math.max(1, box.w), (y - box.y) / Math.max(1, box.h)];
      const scaled = (point: Point) => ({
        x: box.x + (point.x - box.x) * Math.max(0.05, sx),
        y: box.y + (point.y - box.y) * Math.max(0.05, sy),
      });
      return { ...mark, points: mark.points.map(scaled) };
    }
    default:
      return { ...mark, box: pulledBox(box, handle, { x, y }) };
  }
}

function pulledBox({ x, y, w, h }: Box, handle: HandleName, to: Point): Box {
  const left = handle.includes('w') ? Math.min(to.x, x + w - MIN_SIDE) : x;
  const top = handle.startsWith('n') ? Math.min(to.y, y + h - MIN_SIDE) : y;
  const right = handle.includes('e') ? Math.max(to.x, x + MIN_SIDE) : x + w;
  const bottom = handle.startsWith('s') ? Math.max(to.y, y + MIN_SIDE) : y + h;
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** From one corner to the other, whichever way it was drawn. */
export const boxBetween = (one: Point, other: Point): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  w: Math.abs(other.x - one.x),
  h: Math.abs(other.y - one.y),
});
