import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutGlyphs } from './cut-glyphs.ts';
import type { ReadLetter } from './line-reader.ts';
import { withTwins } from './paddle-ocr.ts';

/** Columns of ink: `#` is a full one, `:` one with two dots. */
function lineOf(columns: string) {
  const [width, height] = [columns.length, 10];
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [x, sign] of [...columns].entries()) {
    for (let y = 0; y < height; y++) {
      if (sign === '#' || (sign === ':' && (y === 3 || y === 8))) pixels[y * width + x] = 0;
    }
  }
  return { width, height, pixels };
}

function read(...letters: readonly (readonly [text: string, x: number])[]): ReadLetter[] {
  return letters.map(([text, x]) => ({ text, x: x - 1, w: 2, confidence: 90 }));
}

const told = (letters: readonly ReadLetter[]) => letters.map(({ text }) => text).join('');

test('a sign that was read once and stands there twice is told twice', () => {
  const glyphs = cutGlyphs(lineOf(' ##  :  :  ## '));
  assert.equal(told(withTwins(read(['b', 2], ['e', 12]), glyphs)), 'be', 'nothing to repeat');
  assert.equal(told(withTwins(read(['b', 2], [':', 6], ['e', 12]), glyphs)), 'b::e');
  assert.equal(told(withTwins(read(['b', 2], [':', 8], ['e', 12]), glyphs)), 'b::e');
});

test('one that was read twice already stays so, wherever it was put', () => {
  const glyphs = cutGlyphs(lineOf(' ##  :  :  ## '));
  assert.equal(told(withTwins(read(['b', 2], [':', 5], [':', 6], ['e', 12]), glyphs)), 'b::e');
});

test('another shape beside it, or one far away, is no twin', () => {
  const other = cutGlyphs(lineOf('####  :  #  ####'));
  assert.equal(told(withTwins(read(['b', 2], [':', 6], ['e', 14]), other)), 'b:e');
  const far = cutGlyphs(lineOf(`:${' '.repeat(40)}:`));
  assert.equal(told(withTwins(read([':', 0]), far)), ':');
});
