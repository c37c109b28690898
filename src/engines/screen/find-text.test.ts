import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findText } from './find-text.ts';
import type { OcrWord } from './ocr/ocr-engine.ts';

function read(...lines: readonly string[]) {
  const words: OcrWord[] = lines.flatMap((line, number) => {
    let x = 0;
    return line.split(' ').map((text, i) => {
      const word = { text, x, y: number * 20, w: text.length * 10, h: 16, confidence: 90 - i, line: number };
      x += text.length * 10 + 10;
      return word;
    });
  });
  return { text: lines.join('\n'), words, language: 'eng', engine: 'test' };
}

const places = (found: ReturnType<typeof findText>) => found.map(({ x, y, w, h }) => [x, y, w, h]);

test('words of a line, in any case, with the box around them', () => {
  const ocr = read('File Edit View', 'save FILE as');
  assert.deepEqual(places(findText(ocr, 'file')), [
    [0, 0, 40, 16],
    [50, 20, 40, 16],
  ]);
  const [phrase] = findText(ocr, 'Edit  view');
  assert.deepEqual(phrase, {
    text: 'Edit View',
    x: 50,
    y: 0,
    w: 90,
    h: 16,
    confidence: 88,
    isApproximate: false,
  });
});

test('a part of a word has its part of the box', () => {
  assert.deepEqual(places(findText(read('user@example.com'), 'example')), [[50, 0, 70, 16]]);
});

test('lost and added spaces do not matter; lines do', () => {
  assert.equal(findText(read('Sign in'), 'signin').length, 1);
  assert.equal(findText(read('Signin'), 'sign in').length, 1);
  assert.equal(findText(read('Sign', 'in'), 'sign in').length, 0);
});

test('letters that look alike count only if nothing fits exactly', () => {
  const [found] = findText(read('Order l0O5'), 'order 1005');
  assert.equal(found?.isApproximate, true);
  assert.deepEqual(
    findText(read('1005 l0O5'), '1005').map(({ x, isApproximate }) => [x, isApproximate]),
    [[0, false]],
  );
});

test('letters outside of the first plane, and nothing at all', () => {
  assert.deepEqual(places(findText(read('😀😀 ok'), 'ok')).length, 1);
  assert.deepEqual(findText(read('anything'), '  '), []);
});
