import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { scale, toPgm } from './grey-picture.ts';
import { toTiff } from './native-tesseract.ts';

const ramp = (width: number, height: number) => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, index) => (index * 7) % 256),
});

test('scaling keeps a plain picture plain and its average what it was', () => {
  const plain = { width: 9, height: 5, pixels: new Uint8Array(45).fill(77) };
  const large = scale(plain, 2.5);
  assert.deepEqual([large.width, large.height], [23, 13]);
  assert.ok(large.pixels.every((value) => value === 77));
  const half = {
    width: 8,
    height: 2,
    pixels: new Uint8Array(16).map((_, index) => (index % 8 < 4 ? 0 : 200)),
  };
  const wide = scale(half, 3);
  const mean = wide.pixels.reduce((sum, value) => sum + value, 0) / wide.pixels.length;
  assert.ok(Math.abs(mean - 100) < 8, `${mean}`);
  assert.equal(scale(half, 1), half);
});

test('a PGM is its head and the pixels', () => {
  const file = Buffer.from(toPgm(ramp(4, 3)));
  assert.equal(file.subarray(0, 11).toString('latin1'), 'P5\n4 3\n255\n');
  assert.deepEqual([...file.subarray(11)], [...ramp(4, 3).pixels]);
});

test('a TIFF of several pictures gives back each of them', async () => {
  const pictures = [ramp(5, 3), ramp(8, 8), ramp(1, 7)];
  const file = toTiff(pictures);
  assert.equal((await sharp(file).metadata()).pages, 3);
  for (const [page, { width, height, pixels }] of pictures.entries()) {
    const { data, info } = await sharp(file, { page })
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height], [width, height]);
    assert.deepEqual([...data], [...pixels]);
  }
});
