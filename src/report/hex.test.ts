import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexdump } from './hex.ts';

test('a dump has offset, hex in halves, and what is printable', () => {
  const bytes = new TextEncoder().encode('Hello, wire!\r\n\x00ÿxyz');
  assert.equal(
    hexdump(bytes),
    [
      '00000000  48 65 6c 6c 6f 2c 20 77  69 72 65 21 0d 0a 00 c3  |Hello, wire!....|',
      '00000010  bf 78 79 7a                                       |.xyz|',
    ].join('\n'),
  );
});

test('the first offset can be another; nothing gives nothing', () => {
  const line = hexdump(Uint8Array.of(1, 2, 65, 4), 0x1_0000_0000);
  assert.match(line, /^100000000 {2}01 02 41 04 +\|\.\.A\.\|$/);
  assert.equal(hexdump(new Uint8Array(0)), '');
});
