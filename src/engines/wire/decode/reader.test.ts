import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Parse, StreamReader } from './reader.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text));

/** Feeds a parser piece by piece and gives its result. */
function run<T>(reader: StreamReader, parse: Parse<T>, pieces: string[]): T {
  let result = parse.next();
  for (const [order, piece] of pieces.entries()) {
    if (result.done) break;
    assert.equal(result.value, 'bytes');
    reader.push({ bytes: bytes(piece), time: order + 1, order });
    result = parse.next();
  }
  if (!result.done) {
    reader.ended = true;
    result = parse.next();
  }
  assert.ok(result.done);
  return result.value;
}

test('bytes are taken over the borders of pieces, with place and time', () => {
  const reader = new StreamReader();
  const taken = run(
    reader,
    (function* () {
      yield* reader.more();
      reader.begin();
      const first = Buffer.from(yield* reader.take(4, 'a word')).toString();
      const line = Buffer.from(yield* reader.line(100, 'a line')).toString();
      return [first, line, reader.start, reader.offset, reader.lastTime];
    })(),
    ['a', 'bc', 'de', 'f\ng'],
  );
  assert.deepEqual(taken, ['abcd', 'ef\n', { offset: 0, time: 1 }, 7, 4]);
  assert.equal(reader.available, 1);
  assert.deepEqual(
    reader.drain().map((piece) => [Buffer.from(piece.bytes).toString(), piece.time]),
    [['g', 4]],
  );
});

test('what never comes is named', () => {
  const fails = (parse: (reader: StreamReader) => Parse<unknown>, reason: RegExp) => {
    const reader = new StreamReader();
    assert.throws(() => run(reader, parse(reader), ['ab']), reason);
  };
  fails((reader) => reader.take(3, 'a word'), /inside a word, after 2 of 3 bytes/);
  fails((reader) => reader.pass(3, 'a body', () => {}), /inside a body, after 2 of 3 bytes/);
  fails((reader) => reader.line(9, 'a line'), /inside a line/);
  fails((reader) => reader.line(1, 'a line'), /a line is longer than 1 bytes/);
});

test('many small pieces weigh more than their bytes', () => {
  const reader = new StreamReader();
  for (let order = 0; order < 10; order++) reader.push({ bytes: bytes('x'), time: 0, order });
  assert.ok(reader.weight > 10 * reader.available);
});
