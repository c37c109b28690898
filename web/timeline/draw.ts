import { type HistogramAnswer, LANES, type Lane } from '../../src/contract/app.ts';
import { axisTime } from '../words.ts';

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly colour: (name: string) => string;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

export const LANE_HEIGHT = 20;
export const AXIS_HEIGHT = 18;

/** A canvas that is as sharp as the screen; drawn in CSS pixels. */
export function surfaceOf(canvas: HTMLCanvasElement): Surface | undefined {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!context || width === 0) return undefined;
  const scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  return { context, width, height, colour: (name) => style.getPropertyValue(`--${name}`).trim() };
}

const xOf = (time: number, { from, to }: Range, width: number) => ((time - from) / (to - from)) * width;

/** All lanes in one: bars for how much, red for what went wrong, and the window that is looked at. */
export function drawOverview(
  surface: Surface,
  counts: HistogramAnswer,
  range: Range,
  window: Range | undefined,
): void {
  const { context, width, height, colour } = surface;
  const sums = Array.from({ length: counts.parts }, (_, at) => {
    const of = (what: 'items' | 'troubles') =>
      LANES.reduce((sum, lane) => sum + (counts.lanes[lane]?.[what][at] ?? 0), 0);
    return { items: of('items'), troubles: of('troubles') };
  });
  const most = Math.max(1, ...sums.map(({ items }) => items));
  const tall = (count: number) =>
    count === 0 ? 0 : Math.max(2, (Math.log1p(count) / Math.log1p(most)) * (height - 4));
  sums.forEach(({ items, troubles }, at) => {
    if (items === 0) return;
    const [x, next] = barOf(counts, at, range, width);
    const isIn =
      !window ||
      (counts.from + at * counts.width < window.to && counts.from + (at + 1) * counts.width > window.from);
    context.globalAlpha = isIn ? 1 : 0.35;
    context.fillStyle = colour('bar');
    context.fillRect(x, height - tall(items), next - x, tall(items));
    context.fillStyle = colour('trouble');
    context.fillRect(x, height - tall(troubles), next - x, tall(troubles));
  });
  context.globalAlpha = 1;
  if (counts.since !== undefined) hatch(surface, xOf(counts.since, range, width));
  if (!window) return;
  const [start, end] = [xOf(window.from, range, width), xOf(window.to, range, width)];
  context.fillStyle = colour('veil');
  context.fillRect(0, 0, Math.max(0, start), height);
  context.fillRect(end, 0, Math.max(0, width - end), height);
  context.fillStyle = colour('accent');
  for (const x of [start, end]) {
    context.fillRect(x - 1, 0, 2, height);
    context.beginPath();
    context.roundRect(x - 3, height / 2 - 9, 6, 18, 3);
    context.fill();
  }
}

/** A strip for each lane; what is rare is as visible as what is not. */
export function drawLanes(
  surface: Surface,
  counts: HistogramAnswer,
  range: Range,
  chosen: number | undefined,
): void {
  const { context, width, colour } = surface;
  drawAxis(surface, range);
  LANES.forEach((lane, row) => {
    const top = AXIS_HEIGHT + row * LANE_HEIGHT;
    context.fillStyle = colour(row % 2 === 0 ? 'stripe' : 'surface');
    context.fillRect(0, top, width, LANE_HEIGHT);
    drawLane(surface, counts, range, lane, top);
  });
  if (counts.since !== undefined) hatch(surface, xOf(counts.since, range, width));
  if (chosen === undefined || chosen < range.from || chosen > range.to) return;
  const x = Math.round(xOf(chosen, range, width));
  context.fillStyle = colour('accent');
  context.fillRect(x - 0.5, AXIS_HEIGHT - 4, 1.5, LANES.length * LANE_HEIGHT + 4);
  context.beginPath();
  context.arc(x, AXIS_HEIGHT - 4, 3.5, 0, Math.PI * 2);
  context.fill();
}

function drawLane(surface: Surface, counts: HistogramAnswer, range: Range, lane: Lane, top: number): void {
  const { context, width, colour } = surface;
  const sums = counts.lanes[lane];
  if (!sums) return;
  const most = Math.max(1, ...sums.items);
  const room = LANE_HEIGHT - 4;
  const tall = (count: number) =>
    count === 0 ? 0 : Math.max(4, (Math.log1p(count) / Math.log1p(most)) * room);
  const own = colour(`lane-${lane}`);
  sums.items.forEach((items, at) => {
    if (items === 0) return;
    const [x, next] = barOf(counts, at, range, width);
    const bad = sums.troubles[at] ?? 0;
    context.fillStyle = own;
    context.fillRect(x, top + LANE_HEIGHT - 2 - tall(items), next - x, tall(items));
    if (bad === 0) return;
    context.fillStyle = colour('trouble');
    context.fillRect(x, top + LANE_HEIGHT - 2 - tall(bad), next - x, tall(bad));
  });
}

/** Where a part begins and ends; never too thin to be seen, and with a gap where there is room for one. */
function barOf(counts: HistogramAnswer, at: number, range: Range, width: number): [number, number] {
  const start = xOf(counts.from + at * counts.width, range, width);
  const end = xOf(counts.from + (at + 1) * counts.width, range, width);
  const gap = end - start > 4 ? 1 : 0;
  return [start, Math.max(start + 2, end - gap)];
}

function hatch({ context, height, colour }: Surface, until: number): void {
  context.strokeStyle = colour('line');
  context.beginPath();
  for (let x = -height; x < until; x += 8) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.save();
  context.rect(0, 0, Math.max(0, until), height);
  context.stroke();
  context.restore();
}

const STEPS = [
  1e3, 1e4, 1e5, 1e6, 5e6, 15e6, 60e6, 300e6, 900e6, 3600e6, 10_800e6, 21_600e6, 86_400e6, 604_800e6,
];
const ROOM_FOR_LABEL = 84;

function drawAxis({ context, width, height, colour }: Surface, range: Range): void {
  const wanted = ((range.to - range.from) / width) * ROOM_FOR_LABEL;
  const step = STEPS.find((one) => one >= wanted) ?? STEPS.at(-1)!;
  const zone = new Date(range.from / 1000).getTimezoneOffset() * 60e6;
  const first = Math.ceil((range.from - zone) / step) * step + zone;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (let time = first; time < range.to; time += step) {
    const x = Math.round(xOf(time, range, width));
    context.fillStyle = colour('line');
    context.fillRect(x, AXIS_HEIGHT - 4, 1, height - AXIS_HEIGHT + 4);
    context.fillStyle = colour('quiet');
    if (x < width - 50) context.fillText(axisTime(time, step), x + 4, AXIS_HEIGHT / 2 - 1);
  }
}
