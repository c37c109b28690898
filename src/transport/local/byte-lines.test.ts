import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteLines } from './byte-lines.ts';

const shown = (lines: (Buffer | 'too long')[]) => lines.map(String);

test('lines keep their newline, however the bytes are cut', () => {
  const text = 'one\n\ntwo é\nthree';
  for (let size = 1; size <= 8; size++) {
    const lines = new ByteLines();
    const bytes = Buffer.from(text);
    const found: (Buffer | 'too long')[] = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...lines.push(bytes.subarray(at, at + size)));
    assert.deepEqual(shown([...found, ...lines.end()]), ['one\n', '\n', 'two é\n', 'three\n']);
    assert.deepEqual(lines.end(), []);
  }
});

test('a line over the limit is reported and not kept', () => {
  const lines = new ByteLines(10);
  assert.deepEqual(shown(lines.push(Buffer.from('123456'))), []);
  assert.deepEqual(shown(lines.push(Buffer.from('789012'))), []);
  assert.deepEqual(shown(lines.push(Buffer.from('3\nshort\n'))), ['too long', 'short\n']);
});
