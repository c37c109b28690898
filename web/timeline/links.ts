import { LANE_OF, LANES, type LinkedRow, type Row, type StoryAnswer } from '../../src/contract/app.ts';
import { chosen, story } from '../state.ts';
import { AXIS_HEIGHT, LANE_HEIGHT, type Surface } from './draw.ts';
import type { Scale } from './scale.ts';

/** Goes to what led to the chosen item, or to the first that came of it. */
export function walk(way: 'cause' | 'effect'): void {
  const { value: told } = story;
  if (!told || told.seq !== chosen.value) return;
  const next = way === 'cause' ? told.causes.at(-1) : told.effects[0];
  if (next) chosen.value = next.row.seq;
}

export interface Told extends StoryAnswer {
  readonly seq: number;
  readonly row: Row;
}

/** The links of the chosen item as arrows from causes to effects; what is not certain is dashed. */
export function drawLinks(surface: Surface, scale: Scale, { row, causes, effects }: Told): void {
  const { context, colour, width } = surface;
  const placeOf = (one: Row) => ({
    x: Math.min(width, Math.max(0, scale.xOf(one.time))),
    y: AXIS_HEIGHT + (LANES.indexOf(LANE_OF[one.stream]) + 0.5) * LANE_HEIGHT,
  });
  const arrow = (from: Row, to: Row, { confidence }: LinkedRow) => {
    const [start, end] = [placeOf(from), placeOf(to)];
    const bend = Math.max(14, Math.abs(end.x - start.x) / 2);
    context.setLineDash(confidence === 'certain' ? [] : [4, 3]);
    context.beginPath();
    context.moveTo(start.x, start.y);
    context.bezierCurveTo(start.x + bend, start.y, end.x - bend, end.y, end.x, end.y);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    context.moveTo(end.x + 1, end.y);
    context.lineTo(end.x - 7, end.y - 4);
    context.lineTo(end.x - 7, end.y + 4);
    context.fill();
  };
  context.save();
  context.lineWidth = 1.5;
  context.strokeStyle = colour('accent');
  context.fillStyle = colour('accent');
  const chain = [...causes.map((one) => one.row), row];
  causes.forEach((link, at) => {
    arrow(link.row, chain[at + 1]!, link);
  });
  for (const link of effects) arrow(row, link.row, link);
  context.restore();
}
