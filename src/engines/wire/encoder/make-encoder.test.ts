import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { fc } from '../../../../test/kit/properties.ts';
import { parseRecord } from '../log/parse-record.ts';
import { ARENA_START, type Encoder, PREFIX_AT } from './encoder.ts';
import { escapeOf } from './javascript-encoder.ts';
import { makeEncoder } from './make-encoder.ts';

const HEAD = 'Z","ConnID":"0aZ9bY8c","data":"';
const TAIL = '","from":"127.0.0.1:54321","to":"example.com:80"}\n';
const OUT = ARENA_START;
const FROM = ARENA_START + 4 * 1024 * 1024;

function encode(encoder: Encoder, data: Uint8Array, micros: number): Buffer {
  const { bytes } = encoder;
  const headAt = FROM - 4096;
  const tailAt = FROM - 2048;
  bytes.write('{"time":"2026-07-28T09:30:00.', PREFIX_AT, 'latin1');
  bytes.write(HEAD, headAt, 'latin1');
  bytes.write(TAIL, tailAt, 'latin1');
  bytes.set(data, FROM);
  const end = encoder.record(OUT, micros, headAt, HEAD.length, tailAt, TAIL.length, FROM, data.length);
  return Buffer.from(bytes.subarray(OUT, end));
}

function expected(data: Uint8Array, micros: number): string {
  const escaped = Array.from(data, escapeOf).join('');
  return `{"time":"2026-07-28T09:30:00.${String(micros).padStart(6, '0')}${HEAD}${escaped}${TAIL}`;
}

/** Bytes as they come: noise, text with some escapes, and text full of them. */
const payload = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.string({ maxLength: 300 }).map((text) => new Uint8Array(Buffer.from(text))),
  fc
    .array(fc.constantFrom(0x09, 0x0a, 0x0d, 0x22, 0x25, 0x5c, 0x7e, 0x7f, 0x1f, 0x20, 0x80, 0xff, 0x41), {
      maxLength: 200,
    })
    .map((bytes) => Uint8Array.from(bytes)),
);

describe('the encoders', () => {
  const wasm = makeEncoder(8 * 1024 * 1024, 'wasm');
  const javascript = makeEncoder(8 * 1024 * 1024, 'javascript');

  it('are the ones that were asked for', () => {
    assert.equal(wasm.kind, 'wasm');
    assert.equal(javascript.kind, 'javascript');
    assert.equal(makeEncoder(2 * 1024 * 1024, 'auto').kind, 'wasm');
  });

  it('write the same bytes, from which the data come back exactly', () => {
    fc.assert(
      fc.property(payload, fc.integer({ min: 0, max: 999_999 }), (data, micros) => {
        const line = encode(wasm, data, micros);
        assert.equal(line.toString('latin1'), expected(data, micros));
        assert.deepEqual(encode(javascript, data, micros), line);
        const record = parseRecord(line.subarray(0, -1));
        assert.equal(record.kind, 'data');
        if (record.kind === 'data') assert.deepEqual(record.bytes, Buffer.from(data));
      }),
      { numRuns: 500 },
    );
  });

  it('write every pair of bytes, at every place in a vector', () => {
    const pairs = Buffer.alloc(2 * 65536);
    for (let i = 0; i < 65536; i++) pairs.writeUInt16LE(i, 2 * i);
    for (const shift of [0, 1, 7]) {
      const data = pairs.subarray(shift);
      assert.equal(encode(wasm, data, 0).toString('latin1'), expected(data, 0));
    }
  });

  it('stay within three characters a byte and the line', () => {
    const data = randomBytes(65536).fill(0, 0, 1000);
    assert.ok(encode(wasm, data, 1).length <= 3 * data.length + 35 + HEAD.length + TAIL.length);
  });
});

describe('the compiled encoder', () => {
  it('is what the source gives', async () => {
    const script = new URL('../../../../scripts/build-wasm.mjs', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--print']);
    assert.equal(stdout, await readFile(new URL('./encoder-wasm.generated.ts', import.meta.url), 'utf8'));
  });
});
