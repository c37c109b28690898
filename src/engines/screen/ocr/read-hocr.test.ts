import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHocr } from './read-hocr.ts';

const letter = (text: string, left: number, right: number, confidence = 99) =>
  `<span class='ocrx_cinfo' title='x_bboxes ${left} 2 ${right} 9; x_conf ${confidence}'>${text}</span>`;
const word = (box: string, confidence: number, letters: string) =>
  `<span class='ocrx_word' id='w' title='bbox ${box}; x_wconf ${confidence}' lang='deu'><strong>${letters}</strong></span>`;
const page = (body: string) => `<div class='ocr_page' title='image "x"; bbox 0 0 9 9'>${body}</div>`;

test('words, letters and boxes are read page by page', () => {
  const html =
    page(
      word('10 2 30 9', 93, letter('a', 10, 18) + letter('&amp;', 20, 30)) +
        word('40 2 50 9', 71, letter('ü', 40, 50, 88.5)),
    ) +
    page('') +
    page(word('5 2 9 9', 50, letter('&lt;', 5, 9)) + word('10 2 12 9', 3, letter(' ', 10, 12)));
  const pages = readHocr(html, 4);
  assert.deepEqual(
    pages.map((words) => words.map(({ text }) => text)),
    [['a&', 'ü'], [], ['<'], []],
  );
  const letters = [{ text: 'ü', x: 40, w: 10, confidence: 88.5 }];
  assert.deepEqual(pages[0]![1], { text: 'ü', x: 40, y: 2, w: 10, h: 7, confidence: 71, letters });
});
