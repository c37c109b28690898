/** A story as a waterfall with lanes and arrows: one file without outside parts, readable in dark and light. */
import { escapedMarkup } from '../kernel/escaped-markup.ts';

export interface StoryPicture {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** How many things are not drawn. */
  readonly left: number;
}

interface Bar {
  readonly lane: string;
  readonly words: string;
  /** Milliseconds from the beginning. */
  readonly from: number;
  readonly ms: number;
  readonly isWrong: boolean;
  readonly isCause: boolean;
  /** The place of its cause in the list. */
  readonly parent?: number | undefined;
  readonly confidence: 'possible' | 'likely' | 'certain';
}

const WIDTH = 1100;
const LANE_WIDTH = 120;
const ROW = 22;
const TOP = 64;
const EDGE = 16;
const TEXT_WIDTH = 6.4;

const STYLE = `
  svg { font: 12px system-ui, sans-serif; background: #fff; --ink: #1b1f24; --soft: #667; --rule: #d8dce2; --bar: #6c8ebf; --cause: #d97706; --wrong: #c62828; --on-wrong: #fff; --band: #f5f6f8; }
  @media (prefers-color-scheme: dark) { svg { background: #14171c; --ink: #e8eaee; --soft: #9aa3ad; --rule: #343a43; --bar: #5b7fb8; --cause: #f0a23a; --wrong: #ef6a6a; --on-wrong: #000; --band: #1b2027; } }
  .title { font-size: 14px; font-weight: 600; fill: var(--ink); } .words { fill: var(--ink); } .soft { fill: var(--soft); } .inside { fill: #000; } .in-wrong { fill: var(--on-wrong); }
  .bar { fill: var(--bar); } .cause { fill: var(--cause); } .wrong { fill: var(--wrong); } .band { fill: var(--band); }
  .rule { stroke: var(--rule); } .arrow { fill: none; stroke: var(--soft); stroke-width: 1; } .likely { stroke-dasharray: 5 3; } .possible { stroke-dasharray: 1 3; }
`;

export function svgPicture(picture: StoryPicture): string {
  const { bars, title, left } = picture;
  const whole = Math.max(1, ...bars.map(({ from, ms }) => from + ms));
  const scale = (WIDTH - LANE_WIDTH - 2 * EDGE) / whole;
  const x = (ms: number) => EDGE + LANE_WIDTH + ms * scale;
  const y = (row: number) => TOP + row * ROW;
  const height = y(bars.length) + 40;
  const lanes = [...new Set(bars.map(({ lane }) => lane))];
  const heads = wrapped(title, 135).slice(0, 2);
  const parts = [
    ...heads.map((line, at) => label(EDGE, 22 + at * 17, line, 'title')),
    ...bars.flatMap((bar, row) => [
      ...(row % 2 === 0 ? [`<rect class="band" x="0" y="${y(row)}" width="${WIDTH}" height="${ROW}"/>`] : []),
      label(EDGE, y(row) + 15, shortened(bar.lane, LANE_WIDTH - 8), 'soft'),
    ]),
    ...ticks(whole).flatMap((ms) => [
      `<line class="rule" x1="${x(ms)}" y1="${TOP - 4}" x2="${x(ms)}" y2="${y(bars.length)}"/>`,
      label(x(ms) + 3, y(bars.length) + 14, `${ms.toLocaleString('en')} ms`, 'soft'),
    ]),
    ...bars.flatMap((bar, row) => arrow(bar, row, bars, x, y)),
    ...bars.flatMap((bar, row) => drawn(bar, x(bar.from), y(row), Math.max(2, bar.ms * scale))),
    label(
      EDGE,
      height - 10,
      `${lanes.length} lanes${left > 0 ? `, ${left} lesser things not drawn` : ''}. Solid arrow: certain; dashed: likely; dotted: possible.`,
      'soft',
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img"><title>${escapedMarkup(title)}</title><style>${STYLE}</style><defs><marker id="tip" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L6 3L0 6" class="arrow"/></marker></defs>${parts.join('')}</svg>\n`;
}

export function htmlPicture(picture: StoryPicture): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapedMarkup(picture.title)}</title><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>:root{color-scheme:light dark}body{margin:0;overflow-x:auto}</style></head><body>${svgPicture(picture)}</body></html>\n`;
}

/** A bar that leaves less than that beside it has its words in itself. */
const LEAST_WORDS = 120;

function drawn(bar: Bar, x: number, y: number, width: number): string[] {
  const kind = bar.isCause ? 'cause' : bar.isWrong ? 'wrong' : 'bar';
  const took = bar.ms >= 1 ? ` ${Math.round(bar.ms).toLocaleString('en')} ms` : '';
  const words = `${bar.words}${took}`;
  const behind = WIDTH - EDGE - (x + width + 6);
  const before = x - EDGE - LANE_WIDTH - 6;
  const rect = `<rect class="${kind}" x="${x}" y="${y + 4}" width="${width}" height="${ROW - 8}" rx="2"><title>${escapedMarkup(words)}</title></rect>`;
  if (Math.max(behind, before) < LEAST_WORDS)
    return [rect, label(x + 6, y + 15, shortened(words, width - 12), `inside in-${kind}`)];
  // Where there is more room.
  if (behind >= before || behind > 300)
    return [rect, label(x + width + 6, y + 15, shortened(words, behind), 'words')];
  return [rect, label(x - 6, y + 15, shortened(words, before), 'words', 'end')];
}

function arrow(
  bar: Bar,
  row: number,
  bars: readonly Bar[],
  x: (ms: number) => number,
  y: (row: number) => number,
): string[] {
  const cause = bar.parent === undefined ? undefined : bars[bar.parent];
  if (!cause || bar.parent === undefined) return [];
  const [fromX, fromY] = [Math.max(x(cause.from) + 1, EDGE + LANE_WIDTH), y(bar.parent) + ROW / 2 + 7];
  const [toX, toY] = [x(bar.from), y(row) + ROW / 2];
  const bend = Math.max(EDGE + LANE_WIDTH - 6, Math.min(fromX, toX) - 8);
  return [
    `<path class="arrow ${bar.confidence}" marker-end="url(#tip)" d="M${fromX} ${fromY}H${bend}V${toY}H${toX}"/>`,
  ];
}

/** Round numbers that cut it into four to ten parts. */
function ticks(whole: number): number[] {
  const rough = 10 ** Math.floor(Math.log10(whole));
  const step = [rough / 5, rough / 2, rough].find((one) => whole / one <= 8) ?? rough * 2;
  return Array.from({ length: Math.floor(whole / step) + 1 }, (_, at) => Math.round(at * step * 100) / 100);
}

const label = (x: number, y: number, words: string, kind: string, anchor = 'start') =>
  `<text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${escapedMarkup(words)}</text>`;

function shortened(words: string, width: number): string {
  const most = Math.floor(width / TEXT_WIDTH);
  return words.length <= most ? words : most < 3 ? '' : `${words.slice(0, most - 1).toWellFormed()}…`;
}

function wrapped(words: string, most: number): string[] {
  const lines: string[] = [''];
  for (const word of words.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length + 1 > most && last !== '') lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => line.slice(0, most + 40));
}
