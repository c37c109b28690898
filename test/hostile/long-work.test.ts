/** Work of any length that a caller may ask for leaves room for the calls of others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPicture } from '../../src/engines/screen/draw/draw-picture.ts';
import type { Picture } from '../../src/engines/screen/picture.ts';
import { findPrivate } from '../../src/engines/screen/pii/find-private.ts';
import { longestTurn } from '../kit/longest-turn.ts';

const MOST_MS = 50;

test('300 blurs on a large picture, one of them all over it', async () => {
  const [width, height] = [2560, 1440];
  const picture: Picture = { width, height, pixels: new Uint8Array(width * height * 4).fill(120) };
  const blur = { type: 'blur', box: { x: 0, y: 0, w: 100, h: 60 }, blockSize: 8 } as const;
  // The first loads the library.
  await drawPicture(picture, [blur]);
  const blurs = Array.from({ length: 300 }, (_, i) => ({
    ...blur,
    box: { ...blur.box, x: 8 * i, y: 4 * i },
  }));
  const whole = { ...blur, box: { x: 0, y: 0, w: width, h: height } };
  let drawn = picture;
  const turn = await longestTurn(async () => {
    drawn = await drawPicture(picture, [...blurs, whole]);
  });
  assert.ok(drawn.pixels.some((value) => value !== 120 && value !== 255));
  assert.ok(turn < MOST_MS, `${turn} ms`);
});

test('2,000 patterns for what is private in a picture', async () => {
  const words = Array.from({ length: 200 }, (_, i) => ({
    text: `word${i}`,
    confidence: 0.9,
    line: Math.floor(i / 10),
    x: 60 * (i % 10),
    y: 20 * Math.floor(i / 10),
    w: 50,
    h: 14,
  }));
  const ocr = { language: 'eng', engine: 'none', text: '', words };
  const patterns = Array.from({ length: 2000 }, (_, i) => ({ name: `p${i}`, pattern: `\\bword${i}\\b` }));
  await findPrivate(ocr, { patterns: patterns.slice(0, 2) });
  let found = 0;
  const turn = await longestTurn(async () => {
    found = (await findPrivate(ocr, { patterns })).length;
  });
  assert.equal(found, 200);
  assert.ok(turn < MOST_MS, `${turn} ms`);
});
