import type { Annotation, Point } from '../../../contract/picture-marks.ts';
import { areaOf, type Box, boxAround, roundedBox, sharedBox } from '../picture.ts';

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
 * picture, if anything; cutting it is the caller's, because a canvas is not resized while it is drawn on. Yields
 * where it may be interrupted.
 */
export function* renderAnnotations(
  context: Canvas2d,
  annotations: readonly Annotation[],
  size: Size,
): Generator<void, Box | undefined> {
  let left: Box | undefined = areaOf(size);
  let blurs: Blur[] = [];
  // What is hidden goes first, so that no blur beside it can mix it in; and again in its turn, over other marks.
  for (const annotation of annotations) if (annotation.type === 'redact') draw(context, annotation);
  for (const [index, annotation] of annotations.entries()) {
    if (annotation.type === 'blur') {
      blurs.push(annotation);
      if (annotations[index + 1]?.type === 'blur') continue;
      yield* drawBlurs(context, blurs, size);
      blurs = [];
      continue;
    }
    context.save();
    draw(context, annotation);
    if (annotation.type === 'crop') left = left && sharedBox(left, roundedBox(annotation.box));
    context.restore();
    yield;
  }
  return left;
}

function draw(context: Canvas2d, annotation: Annotation): void {
  switch (annotation.type) {
    case 'highlight':
      context.globalAlpha = HIGHLIGHT_OPACITY;
      fillBox(context, annotation.box, annotation.color);
      return;
    case 'redact':
      context.globalAlpha = 1;
      fillBox(context, wholePixels(annotation.box), annotation.color);
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
    case 'blur': // drawn with those that follow it
    case 'crop':
      return; // cut in the end, so that all coordinates stay those of the full picture
  }
}

type Blur = Extract<Annotation, { type: 'blur' }>;

/**
 * Blurs that follow one another. Only what lies on the picture: canvases cannot be read beyond their edges. Read and
 * written in one go: every look at a canvas makes it finish all that was drawn before, and copy itself.
 */
function* drawBlurs(context: Canvas2d, blurs: readonly Blur[], size: Size): Generator<void> {
  const parts = blurs.flatMap(({ box, blockSize }) => {
    const covered = sharedBox(roundedBox(box), areaOf(size));
    return covered ? [{ covered, blockSize }] : [];
  });
  if (parts.length === 0) return;
  const area = boxAround(parts.map(({ covered }) => covered));
  const image = context.getImageData(area.x, area.y, area.w, area.h);
  for (const { covered, blockSize } of parts)
    yield* drawMosaic({ data: image.data, area }, covered, blockSize);
  context.putImageData(image, area.x, area.y);
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

/** Every pixel that the box touches. */
function wholePixels({ x, y, w, h }: Box): Box {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, w: Math.ceil(x + w) - left, h: Math.ceil(y + h) - top };
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

interface Image {
  readonly data: Uint8ClampedArray;
}

/** What the renderer uses of a 2D canvas: a page's and the server's both have it. */
interface Canvas2d {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineCap: unknown;
  lineJoin: unknown;
  globalAlpha: number;
  font: string;
  textAlign: unknown;
  textBaseline: unknown;
  save(): void;
  restore(): void;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void;
  ellipse(x: number, y: number, rx: number, ry: number, turn: number, from: number, to: number): void;
  stroke(): void;
  fill(): void;
  fillRect(x: number, y: number, w: number, h: number): void;
  strokeRect(x: number, y: number, w: number, h: number): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { readonly width: number };
  getImageData(x: number, y: number, w: number, h: number): Image;
  putImageData(image: Image, x: number, y: number): void;
}

/** The look changes over a picture at most this quickly: far too coarse for letters. */
const CELL = 64;
/** Averages are rounded to this, so that not even the amount of ink in a cell is told exactly. */
const STEP = 16;
const GRAIN = 48;

/**
 * Covers a part with blocks that look like a pixelated picture. Plain pixelation can be computed back when the
 * font is known, letter by letter; here a block has the rounded average of its wide surroundings and noise that
 * knows nothing of the picture.
 */
function* drawMosaic(pixels: Pixels, box: Box, blockSize: number): Generator<void> {
  const random = randomFrom(Math.round(box.x) * 31 + Math.round(box.y) * 17 + Math.round(box.w + box.h));
  // Cells of one size: a narrow one at the edge would tell about the few letters in it.
  const columns = Math.max(1, Math.floor(box.w / CELL));
  const rows = Math.max(1, Math.floor(box.h / CELL));
  for (let i = 0; i < columns * rows; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const cell = part(box, column, row, columns, rows);
    drawCell(pixels, cell, { colour: averageOf(pixels, cell), blockSize, random });
    if (column === columns - 1) yield;
  }
}

function part(box: Box, column: number, row: number, columns: number, rows: number): Box {
  const left = Math.round((box.w * column) / columns);
  const top = Math.round((box.h * row) / rows);
  const w = Math.round((box.w * (column + 1)) / columns) - left;
  const h = Math.round((box.h * (row + 1)) / rows) - top;
  return { x: box.x + left, y: box.y + top, w, h };
}

/** The pixels of a part of the picture. */
interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly area: Box;
}

interface Look {
  readonly colour: readonly number[];
  readonly blockSize: number;
  readonly random: () => number;
}

function drawCell({ data, area }: Pixels, cell: Box, { colour, blockSize, random }: Look): void {
  for (let y = cell.y; y < cell.y + cell.h; y += blockSize) {
    for (let x = cell.x; x < cell.x + cell.w; x += blockSize) {
      const grain = (random() - 0.5) * GRAIN;
      const [red = 0, green = 0, blue = 0] = colour.map((value) =>
        Math.round(Math.min(255, Math.max(0, value + grain))),
      );
      const [right, below] = [
        Math.min(x + blockSize, cell.x + cell.w),
        Math.min(y + blockSize, cell.y + cell.h),
      ];
      for (let row = y; row < below; row++) {
        const start = ((row - area.y) * area.w - area.x) * 4;
        for (let at = start + x * 4; at < start + right * 4; at += 4) {
          data[at] = red;
          data[at + 1] = green;
          data[at + 2] = blue;
          data[at + 3] = 255;
        }
      }
    }
  }
}

function averageOf({ data, area: box }: Pixels, cell: Box): number[] {
  const sums = [0, 0, 0];
  for (let y = cell.y - box.y; y < cell.y - box.y + cell.h; y++) {
    for (let x = cell.x - box.x; x < cell.x - box.x + cell.w; x++) {
      const at = (y * box.w + x) * 4;
      for (let channel = 0; channel < 3; channel++) sums[channel]! += data[at + channel]!;
    }
  }
  return sums.map((sum) => Math.round(sum / (cell.w * cell.h) / STEP) * STEP);
}

/** The same numbers for the same place, on every machine (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
