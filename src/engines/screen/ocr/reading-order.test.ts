import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inReadingOrder } from './line-ocr.ts';

const line = (name: string, x: number, y: number, w: number, h = 12) => ({ name, x, y, w, h });
const shown = (lines: readonly ReturnType<typeof line>[]) =>
  inReadingOrder(lines).map((row) => row.map(({ name }) => name).join(' '));

test('a table is read row by row', () => {
  const cells = [0, 1, 2, 3].flatMap((row) => [
    line(`a${row}`, 10, row * 30, 60),
    line(`b${row}`, 200, row * 30 + 1, 60, 11),
    line(`c${row}`, 400, row * 30, 60),
  ]);
  assert.deepEqual(shown(cells.toReversed()), ['a0 b0 c0', 'a1 b1 c1', 'a2 b2 c2', 'a3 b3 c3']);
});

test('a side bar is read before what stands beside it', () => {
  const bar = [0, 1, 2, 3, 4].map((row) => line(`s${row}`, 10, row * 31, 80));
  const talk = [0, 1, 2, 3].map((row) => line(`t${row}`, 200, 9 + row * 22 * (1 + row / 3), 300));
  assert.deepEqual(shown([...talk, ...bar]), ['s0', 's1', 's2', 's3', 's4', 't0', 't1', 't2', 't3']);
});

test('nothing gives nothing', () => {
  assert.deepEqual(inReadingOrder([]), []);
});
