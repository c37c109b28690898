import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lacking } from '../../../../../test/kit/needs.ts';
import { startDisplay } from '../../../../../test/kit/xvfb.ts';
import { cursorPicture, toPicture } from './image-pixels.ts';
import type { ServerSetup } from './server-setup.ts';
import { listWindows, windowPixels } from './windows.ts';
import { openDisplay } from './x11-connection.ts';

const setup = (isBigEndian: boolean, bitsPerPixel: number, depth: number): ServerSetup => ({
  idBase: 0,
  idMask: 0,
  isBigEndian,
  formats: [{ depth, bitsPerPixel, scanlinePad: 32 }],
  screens: [],
});

const image = (depth: number, ...bytes: number[]) => ({ depth, visual: 0, bytes: Buffer.from(bytes) });

test('32 bits, blue first and red first', () => {
  const little = toPicture(image(24, 3, 2, 1, 0, 6, 5, 4, 0), 2, 1, setup(false, 32, 24));
  assert.deepEqual([...little.pixels], [1, 2, 3, 255, 4, 5, 6, 255]);
  const big = toPicture(image(24, 0, 1, 2, 3), 1, 1, setup(true, 32, 24));
  assert.deepEqual([...big.pixels], [1, 2, 3, 255]);
});

test('24 bits with rows filled up to 32', () => {
  const bytes = [3, 2, 1, 0, 6, 5, 4, 0];
  const { pixels } = toPicture(image(24, ...bytes), 1, 2, setup(false, 24, 24));
  assert.deepEqual([...pixels], [1, 2, 3, 255, 4, 5, 6, 255]);
});

test('16 bits reach black and white', () => {
  const { pixels } = toPicture(image(16, 0xff, 0xff, 0, 0), 2, 1, setup(false, 16, 16));
  assert.deepEqual([...pixels], [255, 255, 255, 255, 0, 0, 0, 255]);
});

test('a pointer keeps its alpha', () => {
  const { pixels } = cursorPicture(Buffer.from([3, 2, 1, 128]), 1, 1);
  assert.deepEqual([...pixels], [1, 2, 3, 128]);
});

test('a window is read through its own pixmap', { skip: lacking('Xvfb', 'xterm') }, async (t) => {
  const display = await startDisplay(t, { width: 300, height: 200 });
  await display.xterm('Small', '20x5+10+10', '#334455');
  const x = await openDisplay(display.env);
  const [window] = await listWindows(x);
  const picture = await windowPixels(x, window!, undefined);
  x.close();
  const at = (picture.height - 2) * picture.width * 4;
  assert.deepEqual([...picture.pixels.subarray(at, at + 4)], [0x33, 0x44, 0x55, 255]);
});
