import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { decodePicture, encodePicture } from './encode-picture.ts';
import type { Picture } from './picture.ts';

function gradient(width: number, height: number): Picture {
  const pixels = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    pixels.set([(i * 7) % 256, (i * 13) % 256, Math.floor(i / width) % 256, 255], i * 4);
  }
  return { width, height, pixels };
}

test('png gives back the very same pixels', async () => {
  const picture = gradient(61, 37);
  const { bytes, mimeType, scale } = await encodePicture(picture);
  assert.deepEqual([mimeType, scale], ['image/png', 1]);
  const back = await decodePicture(bytes);
  assert.deepEqual([back.width, back.height], [61, 37]);
  assert.deepEqual(Buffer.from(back.pixels), Buffer.from(picture.pixels));
});

for (const format of ['jpeg', 'webp'] as const) {
  test(`${format} is what it says, and a lower quality is smaller`, async () => {
    const picture = gradient(200, 100);
    const good = await encodePicture(picture, { format, quality: 95 });
    const poor = await encodePicture(picture, { format, quality: 20 });
    assert.equal(good.mimeType, `image/${format}`);
    assert.equal((await sharp(good.bytes).metadata()).format, format);
    assert.ok(poor.bytes.length < good.bytes.length);
  });
}

test('a larger picture is scaled to the longest side, a smaller one is not touched', async () => {
  const scaled = await encodePicture(gradient(400, 200), { maxDimension: 100 });
  assert.deepEqual([scaled.width, scaled.height, scaled.scale], [100, 50, 0.25]);
  const { width, height } = await sharp(scaled.bytes).metadata();
  assert.deepEqual([width, height], [100, 50]);
  assert.equal((await encodePicture(gradient(40, 20), { maxDimension: 100 })).scale, 1);
});

test('nothing of a file but its pixels goes on', async () => {
  const exif = { IFD0: { Copyright: 'private words' } };
  const source = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .withExif(exif)
    .png()
    .toBuffer();
  assert.ok((await sharp(source).metadata()).exif);
  const { bytes } = await encodePicture(await decodePicture(source));
  const { exif: left, icc, xmp } = await sharp(bytes).metadata();
  assert.deepEqual([left, icc, xmp], [undefined, undefined, undefined]);
});

test('what is no picture is refused', async () => {
  await assert.rejects(decodePicture(Buffer.from('words')), { code: 'PICTURE_UNREADABLE' });
});

test('a small file that claims to be a huge picture is not unpacked, and a drawing is no picture', async () => {
  const why = (error: { code?: string; cause?: Error }) => `${error.code} ${error.cause?.message}`;
  const told = (bytes: Uint8Array) => decodePicture(bytes).then(() => 'taken', why);
  const huge = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  huge.writeUInt32BE(15_000, 16);
  huge.writeUInt32BE(15_000, 20);
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
  assert.match(await told(huge), /PICTURE_UNREADABLE .*pixel limit/);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  assert.match(await told(Buffer.from(svg)), /PICTURE_UNREADABLE svg is no picture/);
});
