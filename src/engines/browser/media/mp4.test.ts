import assert from 'node:assert/strict';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import { finishMp4 } from './mp4.ts';

const uint = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};
const box = (type: string, ...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint(body.length + 8), Buffer.from(type, 'latin1'), body]);
};

/** As Chromium writes them: a head with a wrong length, then pieces of pictures. */
const HEAD = box(
  'moov',
  box('mvhd', uint(0, 0, 0, 1000, 7)),
  box(
    'trak',
    box('tkhd', uint(0, 0, 0, 1, 0, 7), Buffer.alloc(52), uint(640 << 16, 480 << 16)),
    box('mdia', box('mdhd', uint(0, 0, 0, 10_000, 7))),
  ),
);
const piece = (start: number, durations: readonly number[]) =>
  Buffer.concat([
    box(
      'moof',
      box(
        'traf',
        box('tfdt', uint(0, start)),
        box('trun', uint(0x000305, durations.length, 0, 0, ...durations.flatMap((one) => [one, 1]))),
      ),
    ),
    box('mdat', Buffer.alloc(durations.length)),
  ]);

test('says how long it is, and cuts off the piece that is not whole', async (t) => {
  const path = join(await scratch(t), 'film.mp4');
  const whole = Buffer.concat([box('ftyp'), HEAD, piece(0, [500, 500]), piece(1000, [2500])]);
  await writeFile(path, Buffer.concat([whole, piece(3500, [9, 9, 9]).subarray(0, -1)]));
  const file = await open(path, 'r+');
  const facts = await finishMp4(file);
  await file.close();
  assert.deepEqual(facts, { bytes: whole.length, duration: 350, frames: 3, width: 640, height: 480 });
  const bytes = await readFile(path);
  assert.equal(bytes.length, whole.length);
  const at = (type: string, offset: number) => bytes.readUInt32BE(bytes.indexOf(type) + 4 + offset);
  assert.deepEqual([at('mvhd', 16), at('tkhd', 20), at('mdhd', 16)], [350, 350, 3500]);
});

test('a file without a picture, or no such file at all, is none', async (t) => {
  const path = join(await scratch(t), 'film.mp4');
  for (const bytes of [Buffer.alloc(0), HEAD, Buffer.from('not at all a film, but long enough')]) {
    await writeFile(path, bytes);
    const file = await open(path, 'r+');
    assert.equal(await finishMp4(file), undefined);
    await file.close();
  }
});
