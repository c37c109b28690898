import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourAt } from '../../../../test/kit/xvfb.ts';
import { blackPicture } from '../compose.ts';
import type { Box, Picture } from '../picture.ts';
import { comparePictures, differencePicture } from './compare-pictures.ts';

function withBoxes(width: number, height: number, boxes: readonly Box[], shade = 255): Picture {
  const picture = blackPicture(width, height);
  for (const { x, y, w, h } of boxes) {
    for (let row = y; row < y + h; row++) {
      for (let column = x; column < x + w; column++) {
        picture.pixels.set([shade, shade, shade, 255], (row * width + column) * 4);
      }
    }
  }
  return picture;
}

test('equal pictures do not differ', () => {
  const one = withBoxes(100, 80, [{ x: 5, y: 5, w: 20, h: 10 }]);
  assert.deepEqual(comparePictures(one, structuredClone(one)), { ratio: 0, boxes: [] });
});

test('boxes lie tight around what differs, the largest first', () => {
  const boxes = [
    { x: 100, y: 40, w: 7, h: 3 },
    { x: 3, y: 5, w: 40, h: 20 },
  ];
  const { ratio, boxes: found } = comparePictures(blackPicture(160, 100), withBoxes(160, 100, boxes));
  assert.deepEqual(found, boxes.toReversed());
  assert.equal(ratio, (7 * 3 + 40 * 20) / (160 * 100));
});

test('one thing that spans many tiles is one box, and the edges of the picture keep things apart', () => {
  const long = [{ x: 0, y: 30, w: 160, h: 2 }];
  assert.deepEqual(comparePictures(blackPicture(160, 100), withBoxes(160, 100, long)).boxes, long);
  const apart = [
    { x: 150, y: 0, w: 10, h: 4 },
    { x: 0, y: 20, w: 8, h: 4 },
  ];
  assert.equal(comparePictures(blackPicture(160, 100), withBoxes(160, 100, apart)).boxes.length, 2);
});

test('a slight difference counts only with less tolerance', () => {
  const slight = withBoxes(40, 40, [{ x: 1, y: 1, w: 5, h: 5 }], 10);
  assert.equal(comparePictures(blackPicture(40, 40), slight).ratio, 0);
  assert.ok(comparePictures(blackPicture(40, 40), slight, 9).ratio > 0);
});

test('where only one has pixels, everything differs', () => {
  const { ratio, boxes } = comparePictures(blackPicture(10, 10), blackPicture(20, 10));
  assert.deepEqual([ratio, boxes], [0.5, [{ x: 10, y: 0, w: 10, h: 10 }]]);
});

test('the difference picture is faded but for what differs', () => {
  const newer = withBoxes(30, 20, [{ x: 2, y: 2, w: 4, h: 4 }]);
  const shown = differencePicture(blackPicture(30, 20), newer);
  assert.deepEqual([colourAt(shown, 3, 3), colourAt(shown, 20, 10)], ['#ff0050', '#bfbfbf']);
});
