import type { Signal } from '@preact/signals';
import * as state from '../state.ts';

/** Nothing is looked at more closely than this, in microseconds. */
const CLOSEST = 2000;
/** A press that moves less is a click. */
const SLIP = 4;

/** Makes the window longer or shorter around a moment. */
export function zoomBy(factor: number, around?: number): void {
  const { from, to } = state.span.value;
  const whole = state.whole.value;
  const length = Math.max(CLOSEST, (to - from) * factor);
  if (length >= whole.to - whole.from) {
    state.look(undefined, undefined);
    return;
  }
  const centre = around ?? (from + to) / 2;
  const start = centre - ((centre - from) / (to - from)) * length;
  place(start, length);
}

/** Moves the window by a part of its length. */
export function moveBy(part: number): void {
  const { from, to } = state.span.value;
  if (state.from.value === undefined && state.to.value === undefined) return;
  place(from + (to - from) * part, to - from);
}

/** Keeps it within the record. */
function place(start: number, length: number): void {
  const whole = state.whole.value;
  const from = Math.min(Math.max(start, whole.from), whole.to - length);
  state.look(from, from + length);
}

/** Follows the pointer until it is let go; what was drawn over is handed on. */
export function dragOn(
  event: PointerEvent,
  drag: Signal<{ readonly start: number; readonly end: number } | undefined>,
  done: (start: number, end: number) => void,
): void {
  if (event.button !== 0) return;
  const element = event.currentTarget as HTMLElement;
  const start = event.offsetX;
  element.setPointerCapture(event.pointerId);
  drag.value = { start, end: start };
  const move = (moved: PointerEvent) => {
    drag.value = { start, end: Math.min(Math.max(moved.offsetX, 0), element.clientWidth) };
  };
  const end = () => {
    element.removeEventListener('pointermove', move);
    const last = drag.value;
    drag.value = undefined;
    if (last && Math.abs(last.end - start) > SLIP) done(Math.min(start, last.end), Math.max(start, last.end));
  };
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', end, { once: true });
  element.addEventListener('pointercancel', end, { once: true });
}
