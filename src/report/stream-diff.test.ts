import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../test/kit/properties.ts';
import { diffMessages, diffStreams, diffText } from './stream-diff.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('streams: equal, first difference, similarity', () => {
  assert.deepEqual(diffStreams(bytes('abc'), bytes('abc')), {
    equal: true,
    leftLength: 3,
    rightLength: 3,
    similarity: 1,
  });
  assert.equal(diffStreams(bytes(''), bytes('')).equal, true);
  const longer = diffStreams(bytes('abc'), bytes('abcd'));
  assert.deepEqual([longer.equal, longer.firstDifference], [false, 3]);
  const head = 'HTTP/1.1 200 OK\r\ndate: one\r\n\r\n';
  const body = 'a line of text\n'.repeat(100);
  const changed = diffStreams(bytes(head + body), bytes(head.replace('one', 'three') + body));
  assert.equal(changed.firstDifference, 23);
  assert.ok(changed.similarity > 0.98 && changed.similarity < 1);
  const inserted = diffStreams(bytes(`${body}x`), bytes(`new\n${body}y`));
  assert.ok(inserted.similarity > 0.95, String(inserted.similarity));
  assert.ok(diffStreams(bytes('aaaa'), bytes('zzzz')).similarity === 0);
});

test('streams: large ones take bounded work', () => {
  const left = new Uint8Array(16 << 20);
  const right = left.slice();
  right[right.length - 1] = 1;
  const diff = diffStreams(left, right);
  assert.equal(diff.firstDifference, left.length - 1);
});

test('texts: like a unified diff, equal lines folded', () => {
  const left = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const right = left.toSpliced(10, 1, 'changed', 'added');
  const diff = diffText(left.join('\n'), right.join('\n'));
  assert.deepEqual(diff.lines, [
    '@@ 7 equal lines @@',
    ' line 7',
    ' line 8',
    ' line 9',
    '-line 10',
    '+changed',
    '+added',
    ' line 11',
    ' line 12',
    ' line 13',
    '@@ 6 equal lines @@',
  ]);
  assert.equal(diff.cut, false);
  assert.ok(Math.abs(diff.similarity - 38 / 41) < 1e-9);
});

test('texts: the lines of a diff give both sides back', () => {
  const line = fc.constantFrom('a', 'b', 'c', 'd');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.array(line, { maxLength: 6 }), (left, right) => {
      const { lines, equal } = diffText(left.join('\n'), right.join('\n'));
      if (equal) return assert.equal(left.join('\n'), right.join('\n'));
      const side = (sign: string) =>
        lines.filter((one) => one[0] === ' ' || one[0] === sign).map((one) => one.slice(1));
      if (lines.some((one) => one.startsWith('@@'))) return;
      assert.equal(side('-').join('\n'), left.join('\n'));
      assert.equal(side('+').join('\n'), right.join('\n'));
    }),
    { numRuns: 300 },
  );
});

test('texts: what is too long or too different is cut, quickly', () => {
  const left = Array.from({ length: 8000 }, (_, at) => `left ${at}`).join('\n');
  const right = Array.from({ length: 8000 }, (_, at) => `right ${at}`).join('\n');
  const diff = diffText(left, right);
  assert.equal(diff.cut, true);
  assert.equal(diff.similarity, 0);
});

test('messages: same, changed, and what one side has more', () => {
  const message = (text: string) => ({ summary: text.split('\n')[0] ?? '', text });
  const found = diffMessages(
    [message('200 OK\na'), message('200 OK\nb'), message('x')],
    [message('200 OK\na'), message('404 No\nb')],
  );
  assert.deepEqual(
    found.map((one) => [one.state, one.summary, one.left, one.right]),
    [
      ['same', '200 OK', 0, 0],
      ['changed', '200 OK → 404 No', 1, 1],
      ['left-only', 'x', 2, undefined],
    ],
  );
  assert.deepEqual(found[1]?.diff?.lines, ['-200 OK', '+404 No', ' b']);
});
