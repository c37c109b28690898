import { useEffect, useRef } from 'preact/hooks';
import * as state from '../state.ts';
import { type Surface, surfaceOf } from '../timeline/draw.ts';
import { size } from '../words.ts';
import { type Rate, rates, SHOWN_MS } from './traffic.ts';
import { CONTROL_WORDS } from './words.ts';

/** Where little passes it shall not look like much. */
const LEAST_TOP = 1024;

/** How much passes by a rule, both ways, up to now. */
export function Throughput({ port }: { readonly port: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const known = rates.value.get(port) ?? [];
  const now = known.at(-1) ?? { up: 0, down: 0 };
  const top = Math.max(LEAST_TOP, ...known.flatMap(({ up, down }) => [up, down]));
  const theme = state.theme.value;
  useEffect(() => {
    const drawn = canvas.current;
    if (!drawn) return;
    const draw = () => {
      const surface = surfaceOf(drawn);
      if (surface) drawRates(surface, known, top);
    };
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(drawn);
    return () => watch.disconnect();
  }, [known, top, theme]);
  const words = CONTROL_WORDS;
  return (
    <figure class="throughput">
      <figcaption>
        <span class="way" data-way="down">
          {words.down} <b>{words.rate(size(now.down))}</b>
        </span>
        <span class="way" data-way="up">
          {words.up} <b>{words.rate(size(now.up))}</b>
        </span>
        <span class="quiet">{words.top(words.rate(size(top)))}</span>
      </figcaption>
      <canvas ref={canvas} role="img" aria-label={words.chart(port)} />
    </figure>
  );
}

function drawRates({ context, width, height, colour }: Surface, known: readonly Rate[], top: number): void {
  const end = known.at(-1)?.at ?? 0;
  const xOf = (at: number) => width - ((end - at) / SHOWN_MS) * width;
  const yOf = (rate: number) => height - 1 - (rate / top) * (height - 4);
  context.strokeStyle = colour('line');
  context.lineWidth = 1;
  for (const part of [0, 0.5, 1]) {
    const y = Math.round(yOf(part * top)) + 0.5;
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(width, y);
    context.stroke();
  }
  for (const way of ['down', 'up'] as const) {
    context.strokeStyle = colour(way === 'down' ? 'lane-requests' : 'lane-wire');
    context.lineWidth = 1.75;
    context.lineJoin = 'round';
    context.beginPath();
    for (const rate of known) context.lineTo(xOf(rate.at), yOf(rate[way]));
    context.stroke();
  }
}
