import type { Box } from '../picture.ts';
import type { Canvas2d } from './canvas-2d.ts';

/** The look changes over a picture at most this quickly: far too coarse for letters. */
const CELL = 64;
/** Averages are rounded to this, so that not even the amount of ink in a cell is told exactly. */
const STEP = 16;
const GRAIN = 48;

/**
 * Covers a part with blocks that look like a pixelated picture. Plain pixelation can be computed back when the
 * font is known, letter by letter; here a block has the rounded average of its wide surroundings and noise that
 * knows nothing of the picture.
 */
export function drawMosaic(context: Canvas2d, box: Box, blockSize: number): void {
  const random = randomFrom(Math.round(box.x) * 31 + Math.round(box.y) * 17 + Math.round(box.w + box.h));
  // Read in one go: every look at a canvas makes it finish all that was drawn before.
  const { data } = context.getImageData(box.x, box.y, box.w, box.h);
  // Cells of one size: a narrow one at the edge would tell about the few letters in it.
  const columns = Math.max(1, Math.floor(box.w / CELL));
  const rows = Math.max(1, Math.floor(box.h / CELL));
  for (let i = 0; i < columns * rows; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const cell = part(box, column, row, columns, rows);
    drawCell(context, cell, { colour: averageOf(data, box, cell), blockSize, random });
  }
}

function part(box: Box, column: number, row: number, columns: number, rows: number): Box {
  const left = Math.round((box.w * column) / columns);
  const top = Math.round((box.h * row) / rows);
  const w = Math.round((box.w * (column + 1)) / columns) - left;
  const h = Math.round((box.h * (row + 1)) / rows) - top;
  return { x: box.x + left, y: box.y + top, w, h };
}

interface Look {
  readonly colour: readonly number[];
  readonly blockSize: number;
  readonly random: () => number;
}

function drawCell(context: Canvas2d, cell: Box, { colour, blockSize, random }: Look): void {
  for (let y = cell.y; y < cell.y + cell.h; y += blockSize) {
    for (let x = cell.x; x < cell.x + cell.w; x += blockSize) {
      const grain = (random() - 0.5) * GRAIN;
      const [red, green, blue] = colour.map((value) => Math.round(Math.min(255, Math.max(0, value + grain))));
      context.fillStyle = `rgb(${red}, ${green}, ${blue})`;
      const [w, h] = [Math.min(blockSize, cell.x + cell.w - x), Math.min(blockSize, cell.y + cell.h - y)];
      context.fillRect(x, y, w, h);
    }
  }
}

function averageOf(data: Uint8ClampedArray, box: Box, cell: Box): number[] {
  const sums = [0, 0, 0];
  for (let y = cell.y - box.y; y < cell.y - box.y + cell.h; y++) {
    for (let x = cell.x - box.x; x < cell.x - box.x + cell.w; x++) {
      const at = (y * box.w + x) * 4;
      for (let channel = 0; channel < 3; channel++) sums[channel]! += data[at + channel]!;
    }
  }
  return sums.map((sum) => Math.round(sum / (cell.w * cell.h) / STEP) * STEP);
}

/** The same numbers for the same place, on every machine (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
