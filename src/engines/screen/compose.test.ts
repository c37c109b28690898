import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourAt } from '../../../test/kit/xvfb.ts';
import { blackPicture, composePlaced, cropPicture, overlay } from './compose.ts';
import type { Picture } from './picture.ts';

function plain(width: number, height: number, colour: readonly number[]): Picture {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([...colour, 255], at);
  return { width, height, pixels };
}

const red = [255, 0, 0];
const blue = [0, 0, 255];

test('monitors left of and above the first one move the picture, not each other', () => {
  const { picture, origin } = composePlaced([
    { x: 0, y: 0, picture: plain(4, 3, red) },
    { x: -2, y: -1, picture: plain(2, 2, blue) },
  ]);
  assert.deepEqual(origin, { x: -2, y: -1 });
  assert.deepEqual([picture.width, picture.height], [6, 4]);
  assert.equal(colourAt(picture, 0, 0), '#0000ff');
  assert.equal(colourAt(picture, 2, 1), '#ff0000');
  assert.equal(colourAt(picture, 5, 3), '#ff0000');
});

test('what no monitor shows is opaque black', () => {
  const { picture } = composePlaced([
    { x: 0, y: 0, picture: plain(2, 2, red) },
    { x: 2, y: 1, picture: plain(2, 2, blue) },
  ]);
  assert.deepEqual([...picture.pixels.subarray(3 * 4, 4 * 4)], [0, 0, 0, 255]);
  assert.equal(colourAt(picture, 3, 2), '#0000ff');
});

test('one monitor needs no copy', () => {
  const only = plain(2, 2, red);
  assert.equal(composePlaced([{ x: 5, y: 5, picture: only }]).picture, only);
});

test('a crop has the pixels of its box; the whole is the picture itself', () => {
  const { picture } = composePlaced([
    { x: 0, y: 0, picture: plain(3, 3, red) },
    { x: 3, y: 0, picture: plain(3, 3, blue) },
  ]);
  const part = cropPicture(picture, { x: 2, y: 1, w: 2, h: 2 });
  assert.deepEqual([part.width, part.height], [2, 2]);
  assert.deepEqual([colourAt(part, 0, 0), colourAt(part, 1, 1)], ['#ff0000', '#0000ff']);
  assert.equal(cropPicture(picture, { x: 0, y: 0, w: 6, h: 3 }), picture);
});

test('an overlay mixes by its alpha and may hang over every edge', () => {
  const under = blackPicture(2, 2);
  const half = { width: 3, height: 3, pixels: new Uint8Array(36).fill(128) };
  overlay(under, half, -1, -1);
  assert.deepEqual([colourAt(under, 0, 0), colourAt(under, 1, 1)], ['#808080', '#808080']);
  overlay(under, half, 1, 1);
  assert.equal(colourAt(under, 1, 1), '#c0c0c0');
  assert.equal(colourAt(under, 0, 0), '#808080');
});
