/** How marks look, as shapes of SVG: in the editor, and in pictures that are exported as SVG. Both must be alike. */
import type { Annotation, Box, Point } from './picture-marks.ts';

export interface MarkShape {
  readonly tag: 'path' | 'rect' | 'ellipse' | 'text';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: string;
}

/** What is drawn over pixels; blur, redaction and crop change the pixels themselves. */
export type Drawn = Exclude<Annotation, { type: 'blur' | 'redact' | 'crop' }>;

export const isDrawn = (mark: Annotation): mark is Drawn =>
  mark.type !== 'blur' && mark.type !== 'redact' && mark.type !== 'crop';

const WING = Math.PI / 6;
const LINE_HEIGHT = 1.4;
const TEXT_PAD = 0.3;
const HIGHLIGHT_OPACITY = 0.4;
/** The family that the drawing of pixels uses. */
const FAMILY = "'DejaVu Sans', 'Sensorium Sans', sans-serif";

/** `measure`: how wide a line of text is; only for a ground behind text. */
export function shapesOf(mark: Drawn, measure: (line: string, size: number) => number): readonly MarkShape[] {
  if (mark.type === 'arrow') return arrowShapes(mark);
  if (mark.type === 'text') return textShapes(mark, measure);
  if (mark.type === 'step') return stepShapes(mark);
  if (mark.type === 'freehand')
    return [{ tag: 'path', attributes: { ...stroke(mark), d: curve(mark.points) } }];
  if (mark.type === 'highlight')
    return [
      { tag: 'rect', attributes: { ...edges(mark.box), fill: mark.color, opacity: HIGHLIGHT_OPACITY } },
    ];
  return [boxShape(mark)];
}

type Of<T extends Drawn['type']> = Extract<Drawn, { type: T }>;

const edges = ({ x, y, w, h }: Box) => ({ x, y, width: w, height: h });

const stroke = ({ color, strokeWidth, opacity }: Of<'arrow'> | Of<'freehand'> | Of<'rect' | 'ellipse'>) => ({
  fill: 'none',
  stroke: color,
  'stroke-width': strokeWidth,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
  opacity,
});

function boxShape(mark: Of<'rect' | 'ellipse'>): MarkShape {
  const { x, y, w, h } = mark.box;
  const look = { ...stroke(mark), fill: mark.fillColor ?? 'none' };
  if (mark.type === 'rect')
    return { tag: 'rect', attributes: { ...look, 'stroke-linejoin': 'miter', ...edges(mark.box) } };
  return { tag: 'ellipse', attributes: { ...look, cx: x + w / 2, cy: y + h / 2, rx: w / 2, ry: h / 2 } };
}

/** A shaft that ends inside the head, so that a thick line does not show beside its point. */
function arrowShapes({ from, to, color, strokeWidth, opacity }: Of<'arrow'>): readonly MarkShape[] {
  const head = Math.max(5 * strokeWidth, 12);
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const wing = (turn: number) =>
    `${to.x - head * Math.cos(angle + turn)} ${to.y - head * Math.sin(angle + turn)}`;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const inside = Math.min(length, head * Math.cos(WING) - strokeWidth / 2);
  const end = `${to.x - inside * Math.cos(angle)} ${to.y - inside * Math.sin(angle)}`;
  const line = { stroke: color, 'stroke-width': strokeWidth, 'stroke-linecap': 'round', opacity };
  return [
    { tag: 'path', attributes: { ...line, fill: 'none', d: `M${from.x} ${from.y}L${end}` } },
    {
      tag: 'path',
      attributes: { fill: color, opacity, d: `M${to.x} ${to.y}L${wing(WING)}L${wing(-WING)}Z` },
    },
  ];
}

/** Through the middles between the points, so that a hand's line has no corners. */
function curve([first, ...rest]: readonly Point[]): string {
  if (!first) return '';
  const parts = rest.map((point, at) => {
    const next = rest[at + 1];
    return next
      ? `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`
      : `L${point.x} ${point.y}`;
  });
  return `M${first.x} ${first.y}${parts.join('')}`;
}

function textShapes(mark: Of<'text'>, measure: (line: string, size: number) => number): readonly MarkShape[] {
  const { at, text, fontSize, color, fillColor, opacity } = mark;
  const lines = text.split(/\r?\n/);
  const words = lines.map((line, row): MarkShape => {
    const place = { x: at.x, y: at.y + fontSize * (0.8 + row * LINE_HEIGHT) };
    const look = { fill: color, opacity, 'font-family': FAMILY, 'font-size': fontSize };
    return { tag: 'text', attributes: { ...place, ...look, 'xml:space': 'preserve' }, text: line };
  });
  if (!fillColor) return words;
  const pad = fontSize * TEXT_PAD;
  const width = Math.max(...lines.map((line) => measure(line, fontSize)));
  const height = (lines.length - 1) * fontSize * LINE_HEIGHT + fontSize;
  const ground = { x: at.x - pad, y: at.y - pad, w: width + 2 * pad, h: height + 2 * pad };
  return [{ tag: 'rect', attributes: { ...edges(ground), fill: fillColor, opacity } }, ...words];
}

function stepShapes({ at, size, color, opacity, label }: Of<'step'>): readonly MarkShape[] {
  const round = { cx: at.x, cy: at.y, rx: size / 2, ry: size / 2, fill: color, opacity };
  const words = {
    x: at.x,
    y: at.y,
    fill: '#FFFFFF',
    opacity,
    'font-family': FAMILY,
    'font-weight': 'bold',
    'font-size': size * 0.6,
    'text-anchor': 'middle',
    'dominant-baseline': 'central',
  };
  return [
    { tag: 'ellipse', attributes: round },
    { tag: 'text', attributes: words, text: label },
  ];
}
