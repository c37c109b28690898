import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesAround } from './lines-around.ts';

const TEXT = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n');

test('the lines around a place, at the ends of a text too', () => {
  const middle = linesAround(TEXT, 10, 1);
  assert.deepEqual([middle?.first, middle?.lines.length, middle?.lines[5]], [5, 10, 'line 10']);
  assert.deepEqual(linesAround(TEXT, 1, 1)?.lines, ['line 1', 'line 2', 'line 3', 'line 4', 'line 5']);
  assert.deepEqual(linesAround('a\r\nb', 2, 1), { first: 1, lines: ['a', 'b'] });
  assert.equal(linesAround(TEXT, 21, 1), undefined);
  assert.equal(linesAround(TEXT, 0, 0), undefined);
});

test('of a long line the part that is meant', () => {
  const { lines: [line = ''] = [] } =
    linesAround(`${'a'.repeat(1000)}HERE${'b'.repeat(1000)}`, 1, 1001) ?? {};
  assert.match(line, /^…a+HEREb+…$/);
  assert.ok(line.length < 410);
});
