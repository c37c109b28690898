/** How marks that people draw on pages look: in the web app, and in the pictures that are kept of them. */
import type { DrawnMark } from './marks.ts';
import type { Annotation } from './picture-marks.ts';

type Mark = Pick<DrawnMark, 'number' | 'kind' | 'box' | 'points'>;

const COLOR = '#E11D48';
const NUMBER_SIZE = 26;

/** The shape with its number. */
export function shapesOfMark({ number, kind, box, points }: Mark): readonly Annotation[] {
  const stroke = { color: COLOR, strokeWidth: 3, opacity: 1 };
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const start = kind === 'box' ? box : first;
  const at = { x: Math.max(14, start.x), y: Math.max(14, start.y) };
  const shape: Annotation =
    kind === 'box'
      ? { type: 'rect', box: { x: box.x, y: box.y, w: box.width, h: box.height }, ...stroke }
      : kind === 'arrow'
        ? { type: 'arrow', from: first, to: last, ...stroke }
        : { type: 'freehand', points: points.length > 1 ? points : [first, first], ...stroke };
  return [shape, { type: 'step', at, label: String(number), color: COLOR, size: NUMBER_SIZE, opacity: 1 }];
}
