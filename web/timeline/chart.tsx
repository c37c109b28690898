import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { LANES } from '../../src/contract/app.ts';
import * as state from '../state.ts';
import { clock, LANE_WORDS, WORDS } from '../words.ts';
import { countsOf } from './counts.ts';
import { AXIS_HEIGHT, drawLanes, drawOverview, LANE_HEIGHT, surfaceOf } from './draw.ts';
import { dragOn, moveBy, zoomBy } from './hands.ts';
import { drawLinks } from './links.ts';
import { evenScale, type Scale, squeezedScale } from './scale.ts';

/** The whole record above, the window that is looked at below. */
export function Chart() {
  return (
    <section class="chart" aria-label={WORDS.timeline}>
      <Overview />
      <div class="lanes">
        <ul class="lane-names">
          {LANES.map((lane) => (
            <li key={lane}>
              <button type="button" class="lane-name" data-lane={lane} onClick={() => toggleLane(lane)}>
                <span class="dot" />
                {LANE_WORDS[lane]}
              </button>
            </li>
          ))}
        </ul>
        <Lanes />
        <button
          type="button"
          class="chip squeeze"
          aria-pressed={state.isSqueezed.value}
          title={WORDS.squeezeHint}
          onClick={state.squeeze}
        >
          {WORDS.squeeze}
        </button>
      </div>
    </section>
  );
}

/** Only that lane, or all again. */
function toggleLane(lane: string): void {
  const word = `lane:${lane}`;
  const others = state.filter.value.split(/\s+/).filter((one) => !one.startsWith('lane:') && one !== '');
  const isOn = state.filter.value.split(/\s+/).includes(word);
  state.filter.value = (isOn ? others : [...others, word]).join(' ');
}

/** All of the record, and the window of it that is looked at. */
export function Overview() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const parts = useComputed(() => Math.floor(width.value / 4));
  const { counts, end } = useMemo(() => countsOf(state.whole, parts), []);
  useEffect(() => end, []);
  const window = useComputed(() =>
    state.from.value === undefined && state.to.value === undefined ? undefined : state.span.value,
  );
  useSignalEffect(() => {
    void state.theme.value;
    void width.value;
    const surface = canvas.current && surfaceOf(canvas.current);
    if (surface && counts.value) drawOverview(surface, counts.value, state.whole.value, window.value);
  });
  return (
    <Picture
      canvas={canvas}
      label={WORDS.overview}
      height={44}
      scale={() => evenScale(state.whole.value, width.value)}
      isOverview
    />
  );
}

function Lanes() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const parts = useComputed(() => Math.floor(width.value / 4));
  const { counts, end } = useMemo(() => countsOf(state.span, parts), []);
  useEffect(() => end, []);
  const scale = useComputed(() =>
    state.isSqueezed.value && counts.value
      ? squeezedScale(state.span.value, width.value, counts.value)
      : evenScale(state.span.value, width.value),
  );
  useSignalEffect(() => {
    void state.theme.value;
    void width.value;
    const surface = canvas.current && surfaceOf(canvas.current);
    if (!surface || !counts.value) return;
    const told = state.story.value?.seq === state.chosen.value ? state.story.value : undefined;
    const chosen = told?.row ?? state.rows.value.find(({ seq }) => seq === state.chosen.value);
    drawLanes(surface, counts.value, { range: state.span.value, scale: scale.value }, chosen?.time);
    if (told) drawLinks(surface, scale.value, told);
  });
  const height = AXIS_HEIGHT + LANES.length * LANE_HEIGHT;
  return <Picture canvas={canvas} label={WORDS.lanes} height={height} scale={() => scale.value} />;
}

interface PictureProps {
  readonly canvas: { readonly current: HTMLCanvasElement | null };
  readonly label: string;
  readonly height: number;
  readonly isOverview?: boolean;
  scale(): Scale;
}

/** A canvas that a person can drag, turn the wheel on, and steer by keys. */
function Picture({ canvas, label, height, scale, isOverview }: PictureProps) {
  const drag = useSignal<{ readonly start: number; readonly end: number } | undefined>(undefined);
  const hover = useSignal<number | undefined>(undefined);
  const timeAt = (x: number) => scale().timeOf(x);
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey)
      moveBy((event.deltaX || event.deltaY) / box.width);
    else zoomBy(event.deltaY > 0 ? 1.25 : 0.8, timeAt(event.clientX - box.left));
  };
  useEffect(() => {
    const element = canvas.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
  const shown = drag.value && {
    left: Math.min(drag.value.start, drag.value.end),
    width: Math.abs(drag.value.end - drag.value.start),
  };
  return (
    <div class={isOverview ? 'picture overview' : 'picture'} style={{ height: `${height}px` }}>
      <canvas
        ref={canvas}
        tabIndex={0}
        role="img"
        aria-label={label}
        onPointerDown={(event) => dragOn(event, drag, (start, end) => state.look(timeAt(start), timeAt(end)))}
        onPointerMove={({ offsetX }) => {
          hover.value = offsetX;
        }}
        onPointerLeave={() => {
          hover.value = undefined;
        }}
        onDblClick={() => state.look(undefined, undefined)}
      />
      {shown && shown.width > 3 && (
        <div class="brush" style={{ left: `${shown.left}px`, width: `${shown.width}px` }} />
      )}
      {hover.value !== undefined && !shown && (
        <div class="needle" style={{ left: `${hover.value}px` }}>
          <span>{clock(timeAt(hover.value)).slice(0, 12)}</span>
        </div>
      )}
    </div>
  );
}

/** How wide it is now, in CSS pixels. */
function useWidth(element: { readonly current: HTMLElement | null }) {
  const width = useSignal(0);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new ResizeObserver(([entry]) => {
      width.value = Math.round(entry?.contentRect.width ?? 0);
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
  return width;
}
