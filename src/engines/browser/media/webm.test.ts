import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeWebm } from './webm.ts';

const chunk = (time: number, isKey: boolean) => ({ time, isKey, data: Uint8Array.of(1, 2, 3) });
const CLUSTER = Buffer.from('1f43b675', 'hex');

function count(file: Buffer, part: Buffer): number {
  let found = 0;
  for (let at = file.indexOf(part); at >= 0; at = file.indexOf(part, at + 1)) found++;
  return found;
}

test('begins as WebM does and says codec and size', () => {
  const file = writeWebm({ width: 640, height: 480, duration: 40, chunks: [chunk(0, true)] });
  assert.equal(file.subarray(0, 4).toString('hex'), '1a45dfa3');
  assert.ok(file.includes('webm') && file.includes('V_VP8'));
  const segment = file.indexOf(Buffer.from('18538067', 'hex'));
  const size = file.readBigUInt64BE(segment + 4) & 0x00ff_ffff_ffff_ffffn;
  assert.equal(segment + 12 + Number(size), file.length);
});

test('a cluster begins with each key picture, and before its times run out', () => {
  const chunks = [
    chunk(0, true),
    chunk(100, false),
    chunk(200, true),
    chunk(31_000, false),
    chunk(31_100, false),
  ];
  const file = writeWebm({ width: 2, height: 2, duration: 31_200, chunks });
  assert.equal(count(file, CLUSTER), 3);
});
