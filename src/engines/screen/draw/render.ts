import { areaOf, roundedBox, sharedBox } from '../box.ts';
import type { Box } from '../picture.ts';
import type { Annotation, Point } from './annotation.ts';
import type { Canvas2d } from './canvas-2d.ts';
import { drawMosaic } from './mosaic.ts';

/** The family under which the bundled font is known, in the server and in the page. */
export const FONT_FAMILY = 'Sensorium Sans';

const HIGHLIGHT_OPACITY = 0.4;
const LINE_HEIGHT = 1.4;
const TEXT_PAD = 0.3;
const WING = Math.PI / 6;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Draws marks on a picture, in their order. Knows nothing of where it runs. Returns what crops leave of the
 * picture, if anything; cutting it is the caller's, because a canvas is not resized while it is drawn on.
 */
export function renderAnnotations(
  context: Canvas2d,
  annotations: readonly Annotation[],
  size: Size,
): Box | undefined {
  let left: Box | undefined = areaOf(size);
  for (const annotation of annotations) {
    context.save();
    draw(context, annotation, size);
    if (annotation.type === 'crop') left = left && sharedBox(left, roundedBox(annotation.box));
    context.restore();
  }
  return left;
}

function draw(context: Canvas2d, annotation: Annotation, size: Size): void {
  switch (annotation.type) {
    case 'blur':
      drawBlur(context, annotation, size);
      return;
    case 'highlight':
      context.globalAlpha = HIGHLIGHT_OPACITY;
      fillBox(context, annotation.box, annotation.color);
      return;
    case 'text':
      drawText(context, annotation);
      return;
    case 'step':
      drawStep(context, annotation);
      return;
    case 'arrow':
      useStroke(context, annotation);
      drawArrow(context, annotation.from, annotation.to, annotation.strokeWidth);
      return;
    case 'freehand':
      useStroke(context, annotation);
      drawCurve(context, annotation.points);
      return;
    case 'rect':
    case 'ellipse':
      useStroke(context, annotation);
      drawShape(context, annotation);
      return;
    case 'crop':
      return; // cut in the end, so that all coordinates stay those of the full picture
  }
}

/** Only what lies on the picture: canvases cannot be read beyond their edges. */
function drawBlur(context: Canvas2d, blur: Extract<Annotation, { type: 'blur' }>, size: Size): void {
  const covered = sharedBox(roundedBox(blur.box), areaOf(size));
  if (covered) drawMosaic(context, covered, blur.blockSize);
}

/** Rounded ends; corners of boxes stay sharp. */
function useStroke(
  context: Canvas2d,
  stroke: { readonly color: string; readonly strokeWidth: number; readonly opacity: number },
): void {
  context.globalAlpha = stroke.opacity;
  context.strokeStyle = stroke.color;
  context.fillStyle = stroke.color;
  context.lineWidth = stroke.strokeWidth;
  context.lineCap = 'round';
  context.lineJoin = 'round';
}

function fillBox(context: Canvas2d, { x, y, w, h }: Box, colour: string): void {
  context.fillStyle = colour;
  context.fillRect(x, y, w, h);
}

function drawShape(context: Canvas2d, shape: Extract<Annotation, { type: 'rect' | 'ellipse' }>): void {
  const { x, y, w, h } = shape.box;
  if (shape.type === 'rect') {
    context.lineJoin = 'miter';
    if (shape.fillColor) fillBox(context, shape.box, shape.fillColor);
    context.strokeRect(x, y, w, h);
    return;
  }
  context.beginPath();
  context.ellipse(x + w / 2, y + h / 2, w / 2, h / 2, 0, 0, Math.PI * 2);
  if (shape.fillColor) {
    context.fillStyle = shape.fillColor;
    context.fill();
  }
  context.stroke();
}

/** A shaft that ends inside the head, so that a thick line does not show beside its point. */
function drawArrow(context: Canvas2d, from: Point, to: Point, strokeWidth: number): void {
  const head = Math.max(5 * strokeWidth, 12);
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const wing = (turn: number): Point => ({
    x: to.x - head * Math.cos(angle + turn),
    y: to.y - head * Math.sin(angle + turn),
  });
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const inside = Math.min(length, head * Math.cos(WING) - strokeWidth / 2);
  const end = { x: to.x - inside * Math.cos(angle), y: to.y - inside * Math.sin(angle) };
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(end.x, end.y);
  context.stroke();
  const [one, other] = [wing(WING), wing(-WING)];
  context.beginPath();
  context.moveTo(to.x, to.y);
  context.lineTo(one.x, one.y);
  context.lineTo(other.x, other.y);
  context.closePath();
  context.fill();
}

/** Through the middles between the points, so that a hand's line has no corners. */
function drawCurve(context: Canvas2d, points: readonly Point[]): void {
  const [first, ...rest] = points;
  context.beginPath();
  context.moveTo(first!.x, first!.y);
  rest.forEach((point, i) => {
    const next = rest[i + 1];
    if (next) context.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
    else context.lineTo(point.x, point.y);
  });
  context.stroke();
}

function drawText(context: Canvas2d, annotation: Extract<Annotation, { type: 'text' }>): void {
  const { at, fontSize, fillColor } = annotation;
  const lines = annotation.text.split(/\r?\n/);
  context.globalAlpha = annotation.opacity;
  context.font = fontOf(fontSize, annotation.fontFamily);
  context.textAlign = 'left';
  context.textBaseline = 'top';
  if (fillColor) {
    const pad = fontSize * TEXT_PAD;
    const width = Math.max(...lines.map((line) => context.measureText(line).width));
    const height = (lines.length - 1) * fontSize * LINE_HEIGHT + fontSize;
    fillBox(context, { x: at.x - pad, y: at.y - pad, w: width + 2 * pad, h: height + 2 * pad }, fillColor);
  }
  context.fillStyle = annotation.color;
  lines.forEach((line, i) => {
    context.fillText(line, at.x, at.y + i * fontSize * LINE_HEIGHT);
  });
}

function drawStep(
  context: Canvas2d,
  { at, label, color, size, opacity }: Extract<Annotation, { type: 'step' }>,
): void {
  context.globalAlpha = opacity;
  context.fillStyle = color;
  context.beginPath();
  context.ellipse(at.x, at.y, size / 2, size / 2, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#FFFFFF';
  context.font = `bold ${fontOf(size * 0.6, 'sans-serif')}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(label, at.x, at.y);
}

const GENERIC = new Set(['sans-serif', 'serif', 'monospace', 'system-ui', 'cursive', 'fantasy']);

/** The bundled font unless a certain one is named: a generic name means another font on every machine. */
function fontOf(size: number, family: string): string {
  const named = GENERIC.has(family) ? '' : `"${family.replaceAll(/["\\]/g, '')}", `;
  return `${size}px ${named}"${FONT_FAMILY}"`;
}
