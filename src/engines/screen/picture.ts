import type { Box } from '../../contract/picture-marks.ts';

export type { Box };

/** A picture as pixels. Everything between capture and encoding works on this. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGBA, row by row, without gaps: `width * height * 4` bytes. */
  readonly pixels: Uint8Array;
}

/** What monitors, windows and pictures cover, as a box. */
export const areaOf = (one: { width: number; height: number; x?: number; y?: number }): Box => ({
  x: one.x ?? 0,
  y: one.y ?? 0,
  w: one.width,
  h: one.height,
});

/** The smallest box around all of them. */
export function boxAround(boxes: readonly Box[]): Box {
  let [x, y, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    x = Math.min(x, box.x);
    y = Math.min(y, box.y);
    right = Math.max(right, box.x + box.w);
    bottom = Math.max(bottom, box.y + box.h);
  }
  return { x, y, w: right - x, h: bottom - y };
}

/** What lies in both; undefined where they do not meet. */
export function sharedBox(one: Box, other: Box): Box | undefined {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const w = Math.min(one.x + one.w, other.x + other.w) - x;
  const h = Math.min(one.y + one.h, other.y + other.h) - y;
  return w > 0 && h > 0 ? { x, y, w, h } : undefined;
}

/** With its edges on whole pixels. */
export function roundedBox({ x, y, w, h }: Box): Box {
  const [left, top] = [Math.round(x), Math.round(y)];
  return { x: left, y: top, w: Math.round(x + w) - left, h: Math.round(y + h) - top };
}
