import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { codingsOf, decodeContent } from './content.ts';
import { Inflation } from './inflation.ts';

const text = (body: Uint8Array) => Buffer.from(body).toString();

test('the codings of a header field', () => {
  assert.deepEqual(codingsOf(undefined), []);
  assert.deepEqual(codingsOf(' GZIP , identity,br'), ['gzip', 'br']);
});

test('each coding is undone, also several, also deflate without its wrapping', async () => {
  const plain = 'some text '.repeat(30);
  const packed: [string[], Buffer][] = [
    [['gzip'], zlib.gzipSync(plain)],
    [['deflate'], zlib.deflateSync(plain)],
    [['deflate'], zlib.deflateRawSync(plain)],
    [['br'], zlib.brotliCompressSync(plain)],
    [['zstd'], zlib.zstdCompressSync(plain)],
    [['br', 'gzip'], zlib.gzipSync(zlib.brotliCompressSync(plain))],
  ];
  for (const [codings, body] of packed) {
    const content = await decodeContent(body, codings, 1000, new Inflation());
    assert.equal(text(content.body), plain, codings.join());
    assert.deepEqual([content.length, content.decoded, content.error], [300, codings, undefined]);
  }
});

test('half a body is undone as far as it goes', async () => {
  const plain = Array.from({ length: 3000 }, (_, at) => String(at)).join(' ');
  for (const [coding, pack] of [
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync],
  ] as const) {
    const body = pack(plain);
    const { body: part } = await decodeContent(
      body.subarray(0, body.length >> 1),
      [coding],
      1 << 20,
      new Inflation(),
    );
    assert.ok(plain.startsWith(text(part)), coding);
  }
});

test('unknown codings, wrong bytes and bodies that explode are told', async () => {
  const unknown = await decodeContent(Buffer.from('x'), ['rot13'], 10, new Inflation());
  assert.deepEqual([text(unknown.body), unknown.error], ['x', 'unknown content coding "rot13"']);
  const half = await decodeContent(zlib.gzipSync('x'), ['rot13', 'gzip'], 10, new Inflation());
  assert.deepEqual([text(half.body), half.decoded], ['x', ['gzip']]);
  const wrong = await decodeContent(Buffer.from('nonsense'), ['gzip'], 10, new Inflation());
  assert.match(wrong.error ?? '', /cannot be decompressed/);
  assert.equal(text(wrong.body), 'nonsense');
  const bomb = zlib.gzipSync(new Uint8Array(80 << 20));
  const exploded = await decodeContent(bomb, ['gzip'], 100, new Inflation());
  assert.equal(exploded.body.length, 100);
  assert.match(exploded.error ?? '', /cut: more would be/);
});
