import { type HistogramAnswer, LANES, type Lane } from '../../src/contract/app.ts';
import { axisTime, took } from '../words.ts';
import { evenScale, type Range, type Scale } from './scale.ts';

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly colour: (name: string) => string;
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

/** All lanes in one: bars for how much, red for what went wrong, and the window that is looked at. */
export function drawOverview(
  surface: Surface,
  counts: HistogramAnswer,
  range: Range,
  window: Range | undefined,
): void {
  const { context, width, height, colour } = surface;
  const scale = evenScale(range, width);
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
    const [x, next] = barOf(counts, at, scale);
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
  if (counts.since !== undefined) hatch(surface, scale.xOf(counts.since));
  if (!window) return;
  const [start, end] = [scale.xOf(window.from), scale.xOf(window.to)];
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
  { range, scale }: { readonly range: Range; readonly scale: Scale },
  chosen: number | undefined,
): void {
  const { context, width, colour } = surface;
  drawAxis(surface, range, scale);
  LANES.forEach((lane, row) => {
    const top = AXIS_HEIGHT + row * LANE_HEIGHT;
    context.fillStyle = colour(row % 2 === 0 ? 'stripe' : 'surface');
    context.fillRect(0, top, width, LANE_HEIGHT);
    drawLane(surface, counts, scale, lane, top);
  });
  drawGaps(surface, scale);
  if (counts.since !== undefined) hatch(surface, scale.xOf(counts.since));
  if (chosen === undefined || chosen < range.from || chosen > range.to) return;
  const x = Math.round(scale.xOf(chosen));
  context.fillStyle = colour('accent');
  context.fillRect(x - 0.5, AXIS_HEIGHT - 4, 1.5, LANES.length * LANE_HEIGHT + 4);
  context.beginPath();
  context.arc(x, AXIS_HEIGHT - 4, 3.5, 0, Math.PI * 2);
  context.fill();
}

function drawLane(surface: Surface, counts: HistogramAnswer, scale: Scale, lane: Lane, top: number): void {
  const { context, colour } = surface;
  const sums = counts.lanes[lane];
  if (!sums) return;
  const most = Math.max(1, ...sums.items);
  const room = LANE_HEIGHT - 4;
  const tall = (count: number) =>
    count === 0 ? 0 : Math.max(4, (Math.log1p(count) / Math.log1p(most)) * room);
  const own = colour(`lane-${lane}`);
  sums.items.forEach((items, at) => {
    if (items === 0) return;
    const [x, next] = barOf(counts, at, scale);
    const bad = sums.troubles[at] ?? 0;
    context.fillStyle = own;
    context.fillRect(x, top + LANE_HEIGHT - 2 - tall(items), next - x, tall(items));
    if (bad === 0) return;
    context.fillStyle = colour('trouble');
    context.fillRect(x, top + LANE_HEIGHT - 2 - tall(bad), next - x, tall(bad));
  });
}

/** Where a part begins and ends; never too thin to be seen, and with a gap where there is room for one. */
function barOf(counts: HistogramAnswer, at: number, scale: Scale): [number, number] {
  const start = scale.xOf(counts.from + at * counts.width);
  const end = scale.xOf(counts.from + (at + 1) * counts.width);
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

/** Time that was left out, and how much it was. */
function drawGaps({ context, height, colour }: Surface, { gaps }: Scale): void {
  context.font = '10px system-ui, sans-serif';
  for (const { x, width, from, to } of gaps) {
    context.fillStyle = colour('veil');
    context.fillRect(x, AXIS_HEIGHT, width, height);
    context.strokeStyle = colour('strong-line');
    context.setLineDash([2, 3]);
    context.strokeRect(x + 0.5, AXIS_HEIGHT, width - 1, height);
    context.setLineDash([]);
    context.save();
    context.translate(x + width / 2, AXIS_HEIGHT + (height - AXIS_HEIGHT) / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = 'center';
    context.fillStyle = colour('quiet');
    context.fillText(took((to - from) / 1000), 0, 0);
    context.restore();
  }
}

function drawAxis({ context, width, height, colour }: Surface, range: Range, scale: Scale): void {
  const drawn = scale.gaps.reduce((sum, { from, to }) => sum - (to - from), range.to - range.from);
  const wanted = (drawn / width) * ROOM_FOR_LABEL;
  const step = STEPS.find((one) => one >= wanted) ?? STEPS.at(-1)!;
  const zone = new Date(range.from / 1000).getTimezoneOffset() * 60e6;
  const first = Math.ceil((range.from - zone) / step) * step + zone;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  let free = 0;
  for (let time = first; time < range.to; time += step) {
    const gap = scale.gaps.find(({ from, to }) => time > from && time < to);
    // A long gap may hold a million steps.
    if (gap) time += Math.floor((gap.to - time) / step) * step;
    const x = Math.round(scale.xOf(time));
    if (gap || x < free) continue;
    free = x + ROOM_FOR_LABEL - 20;
    context.fillStyle = colour('line');
    context.fillRect(x, AXIS_HEIGHT - 4, 1, height - AXIS_HEIGHT + 4);
    context.fillStyle = colour('quiet');
    if (x < width - 50) context.fillText(axisTime(time, step), x + 4, AXIS_HEIGHT / 2 - 1);
  }
}
