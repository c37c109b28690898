import type { Cost, CostsAnswer } from '../../src/contract/app-calls.ts';
import { axisTime, clock, WORDS } from '../words.ts';
import { type By, type Measure, tokens } from './cost.ts';

const WIDTH = 800;
const HEIGHT = 96;
/** More would not be told apart by colour; the rest is one. */
const SHOWN = 6;

interface BarsProps {
  readonly costs: CostsAnswer;
  readonly by: By;
  readonly measure: Measure;
}

/** Costs over time, one upon the other. */
export function Bars({ costs, by, measure }: BarsProps) {
  const { from, width, parts } = costs;
  const series = seriesOf(costs[by], measure, parts);
  const sums = Array.from({ length: parts }, (_, at) => series.reduce((sum, { over }) => sum + over[at]!, 0));
  const most = Math.max(1, ...sums);
  const shown = (value: number) => (measure === 'calls' ? value : tokens(value)).toLocaleString('en');
  const words = measure === 'calls' ? WORDS.journal.calls : WORDS.journal.tokens;
  const step = WIDTH / parts;
  return (
    <figure class="bars">
      <figcaption class="quiet">
        {WORDS.journal.over(words)}
        <span>{shown(most)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={WORDS.journal.over(words)}
      >
        {sums.map((sum, part) => {
          if (sum === 0) return null;
          let top = HEIGHT;
          return (
            <g key={part}>
              <title>{WORDS.journal.part(clock(from + part * width).slice(0, 8), shown(sum))}</title>
              {series.map(({ over }, at) => {
                const tall = (over[part]! / most) * HEIGHT;
                top -= tall;
                return tall === 0 ? null : (
                  <rect key={at} data-series={at} x={part * step} y={top} width={step * 0.82} height={tall} />
                );
              })}
            </g>
          );
        })}
      </svg>
      <div class="axis quiet">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{axisTime(from + share * parts * width, (parts * width) / 5)}</span>
        ))}
      </div>
      <ul class="legend">
        {series.map(({ name }, at) => (
          <li key={at}>
            <span class="dot" data-series={at} />
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
}

interface Series {
  readonly name: string;
  readonly over: readonly number[];
}

function seriesOf(costs: readonly Cost[], measure: Measure, parts: number): readonly Series[] {
  const sorted = costs.toSorted((a, b) => b[measure] - a[measure]);
  const own = sorted
    .slice(0, SHOWN)
    .map(({ name, over }) => ({ name: name || WORDS.journal.unnamed, over: over[measure] }));
  const rest = sorted.slice(SHOWN);
  if (rest.length === 0) return own;
  const over = Array.from({ length: parts }, (_, at) =>
    rest.reduce((sum, one) => sum + (one.over[measure][at] ?? 0), 0),
  );
  return [...own, { name: WORDS.journal.others, over }];
}
