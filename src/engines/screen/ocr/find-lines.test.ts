import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../picture.ts';
import { findLines } from './find-lines.ts';
import { findMarks } from './find-marks.ts';
import { mixedScreen, textPicture } from './fixtures/text-picture.ts';
import { linePicture } from './line-ocr.ts';

const linesOf = (picture: Parameters<typeof findMarks>[0]) =>
  findLines(findMarks(picture)).sort((a, b) => a.y - b.y || a.x - b.x);
const isInside = (box: Box, [x, y, w, h]: readonly [number, number, number, number]) =>
  box.x >= x && box.y >= y && box.x + box.w <= x + w && box.y + box.h <= y + h;

test('every line of a dark screen is found, buttons and their frames are not', () => {
  const lines = linesOf(mixedScreen());
  assert.equal(lines.length, 4);
  assert.ok(isInside(lines[0]!, [16, 18, 340, 26]));
  assert.ok(isInside(lines[1]!, [34, 64, 130, 28]), JSON.stringify(lines[1]));
  assert.ok(isInside(lines[2]!, [324, 64, 160, 28]));
  assert.ok(isInside(lines[3]!, [16, 116, 280, 24]));
});

test('a wide gap parts cells, a blank does not', () => {
  const picture = textPicture(500, 60, '#fff', [
    { text: 'Anna Keller', x: 10, y: 30, size: 14 },
    { text: 'active', x: 130, y: 30, size: 14 },
    { text: 'a - b, "c"', x: 300, y: 30, size: 14, mono: true },
  ]);
  assert.equal(linesOf(picture).length, 3);
});

test('dots, dashes and accents belong to their line, in any size', () => {
  for (const size of [12, 16, 28, 48]) {
    const picture = textPicture(900, 200, '#fff', [
      { text: 'jäh: i.e. "ok" - x_y;', x: 10, y: 60, size },
      { text: 'Über-i, j.', x: 10, y: 60 + Math.round(size * 1.4), size },
    ]);
    assert.equal(linesOf(picture).length, 2, `${size} px`);
  }
});

test('a tall picture beside two lines does not join them', () => {
  const picture = textPicture(300, 80, '#fff', [
    { text: 'first line here', x: 60, y: 26, size: 13, behind: [10, 10, 40, 40, '#c33'] },
    { text: 'second line here', x: 60, y: 46, size: 13 },
  ]);
  const lines = linesOf(picture).filter(({ x }) => x > 50);
  assert.equal(lines.length, 2);
});

test('rules, frames and empty pictures have no lines', () => {
  const ruled = textPicture(300, 100, '#fff', [
    { text: '', x: 0, y: 0, behind: [10, 20, 280, 1, '#999'] },
    { text: '', x: 0, y: 0, behind: [40, 10, 1, 80, '#999'] },
  ]);
  assert.deepEqual(linesOf(ruled), []);
  assert.deepEqual(linesOf(textPicture(50, 50, '#123', [])), []);
});

test('a line comes out black on white in the wanted height, whatever its colours', () => {
  const picture = mixedScreen();
  for (const line of linesOf(picture)) {
    const { grey, factor } = linePicture(picture, line, 36);
    assert.equal(grey.pixels.length, grey.width * grey.height);
    assert.ok(Math.abs(line.h * factor - 36) < 1);
    const white = grey.pixels.filter((value) => value > 200).length / grey.pixels.length;
    assert.ok(white > 0.6, `white: ${white}`);
    assert.ok(grey.pixels.some((value) => value < 30));
    assert.ok(
      grey.pixels.subarray(0, grey.width).every((value) => value > 200),
      'its edge is white',
    );
  }
});
