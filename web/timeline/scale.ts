import type { HistogramAnswer } from '../../src/contract/app.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Time that is drawn narrow, since nothing happened. */
export interface Gap extends Range {
  readonly x: number;
  readonly width: number;
}

/** Where a moment is drawn, and which moment is drawn there. */
export interface Scale {
  readonly gaps: readonly Gap[];
  xOf(time: number): number;
  timeOf(x: number): number;
}

/** So much of the width a gap must have to be squeezed, and so wide it is then. */
const LEAST_PART = 0.04;
const GAP_WIDTH = 18;

/** Every moment as wide as any other. */
export function evenScale({ from, to }: Range, width: number): Scale {
  return {
    gaps: [],
    xOf: (time) => ((time - from) / (to - from)) * width,
    timeOf: (x) => from + (x / (width || 1)) * (to - from),
  };
}

/** The same with narrow gaps where nothing was seen for long; what happened has the room. */
export function squeezedScale(range: Range, width: number, counts: HistogramAnswer): Scale {
  const empty = emptyIn(counts, range);
  const short = empty.filter(({ from, to }) => to - from > (range.to - range.from) * LEAST_PART);
  const left = width - short.length * GAP_WIDTH;
  const busy = range.to - range.from - short.reduce((sum, { from, to }) => sum + to - from, 0);
  if (short.length === 0 || left < width / 3 || busy <= 0) return evenScale(range, width);
  const gaps: Gap[] = [];
  // Stretches one after the other: time that is drawn as it is, and gaps.
  const pieces: { readonly range: Range; readonly x: number; readonly width: number }[] = [];
  let [at, x] = [range.from, 0];
  const add = (to: number, wide: number) => {
    pieces.push({ range: { from: at, to }, x, width: wide });
    [at, x] = [to, x + wide];
  };
  for (const { from, to } of short) {
    if (from > at) add(from, ((from - at) / busy) * left);
    gaps.push({ from, to, x, width: GAP_WIDTH });
    add(to, GAP_WIDTH);
  }
  if (range.to > at) add(range.to, ((range.to - at) / busy) * left);
  return {
    gaps,
    xOf(time) {
      const piece = pieces.find((one) => time < one.range.to) ?? pieces.at(-1)!;
      return piece.x + ((time - piece.range.from) / (piece.range.to - piece.range.from)) * piece.width;
    },
    timeOf(place) {
      const piece = pieces.find((one) => place < one.x + one.width) ?? pieces.at(-1)!;
      return piece.range.from + ((place - piece.x) / piece.width) * (piece.range.to - piece.range.from);
    },
  };
}

/** Stretches in which no lane has anything; what was not counted is not known to be empty. */
function emptyIn(counts: HistogramAnswer, range: Range): readonly Range[] {
  const lanes = Object.values(counts.lanes);
  const found: Range[] = [];
  let start: number | undefined;
  const end = (time: number) => {
    if (start !== undefined) found.push({ from: Math.max(start, range.from), to: Math.min(time, range.to) });
    start = undefined;
  };
  for (let part = 0; part < counts.parts; part++) {
    const from = counts.from + part * counts.width;
    const isKnown = counts.since === undefined || from >= counts.since;
    const isEmpty = isKnown && lanes.every(({ items }) => (items[part] ?? 0) === 0);
    if (!isEmpty) end(from);
    else start ??= from;
  }
  end(counts.from + counts.parts * counts.width);
  return found.filter(({ from, to }) => to > from);
}
