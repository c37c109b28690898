import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../test/kit/properties.ts';
import { type Line, LineSplitter } from './line-splitter.ts';

function split(limit: number, chunks: readonly Buffer[]): string[] {
  const splitter = new LineSplitter(limit);
  const lines: Line[] = [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
  return lines.map(String);
}

test('lines are the same however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '€', '𝄞', ' ', '\r') }), { minLength: 1 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      (lines, sizes) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        assert.deepEqual(
          split(1e6, chunks),
          lines.map((text) => `${text}\n`),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('a line over the limit is skipped and the next one is read', () => {
  const chunks = ['aaaa', 'aaaa', 'a\nok\n', 'bbbbb\n'].map((text) => Buffer.from(text));
  assert.deepEqual(split(5, chunks), ['too long', 'ok\n', 'bbbbb\n']);
});

test('the last line needs no newline, and broken UTF-8 is no error', () => {
  assert.deepEqual(split(100, [Buffer.from('a\nb')]), ['a\n', 'b\n']);
  assert.deepEqual(split(100, [Buffer.from([0x61, 0xff, 0x0a])]), ['a\ufffd\n']);
  assert.deepEqual(split(100, []), []);
});
