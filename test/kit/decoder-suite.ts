/** What holds for every decoder, tried on flows of its protocol; each decoder's own test calls it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chunk } from '../../src/engines/wire/decode/chunk.ts';
import type { Decoder } from '../../src/engines/wire/decode/decoder.ts';
import type { Protocol } from '../../src/engines/wire/decode/decoders.ts';
import { detect } from '../../src/engines/wire/decode/detect.ts';
import { decodeAll, rechunked, stream, truncated } from '../../src/engines/wire/decode/fixtures/flows.ts';
import type { Message } from '../../src/engines/wire/decode/message.ts';
import { fc } from './properties.ts';

export interface DecoderSuiteOptions {
  /** Messages lie inside others or between their parts, so their spans do not follow each other. */
  readonly areNested?: boolean;
}

export function decoderSuite(
  { protocol }: Decoder<Protocol>,
  flows: Readonly<Record<string, readonly Chunk[] | (() => Promise<readonly Chunk[]>)>>,
  { areNested = false }: DecoderSuiteOptions = {},
): void {
  const onEach = (title: string, check: (chunks: readonly Chunk[]) => Promise<void>) => {
    for (const [name, given] of Object.entries(flows)) {
      test(`${protocol}, ${name}: ${title}`, async () =>
        check(typeof given === 'function' ? await given() : given));
    }
  };
  const assertNoneLost = areNested ? () => {} : assertAllBytesTold;

  onEach('it is spoken, and no answer of the detection changes with more bytes', async (chunks) => {
    const messages = await decodeAll(chunks);
    assert.ok(messages.filter((message) => message.protocol === protocol).length > 2);
    const up = stream(chunks, 'up').subarray(0, 2000);
    const settled = detect(up, new Uint8Array(0), true);
    for (let length = 1; length < up.length; length++) {
      const early = detect(up.subarray(0, length), new Uint8Array(0), false);
      assert.ok(early === undefined || early === settled, `after ${length} bytes it is ${early}`);
    }
  });

  onEach('any chunking of the same bytes gives the same messages', async (chunks) => {
    const whole = await decodeAll(chunks);
    await fc.assert(
      fc.asyncProperty(rechunked(chunks), async (other) => {
        assert.deepEqual(await decodeAll(other), whole);
      }),
      { numRuns: 25 },
    );
    const bytewise = chunks.flatMap((chunk) =>
      [...chunk.bytes].map((byte) => ({ ...chunk, bytes: Uint8Array.of(byte) })),
    );
    assert.deepEqual(await decodeAll(bytewise), whole);
  });

  onEach('truncated, it gives what was complete, then what is incomplete', async (chunks) => {
    const whole = await decodeAll(chunks);
    const total = chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: Math.min(total, 4000) }), async (length) => {
        const part = await decodeAll(truncated(chunks, length));
        const same = part.findIndex((message, at) => JSON.stringify(message) !== JSON.stringify(whole[at]));
        const rest = same < 0 ? [] : part.slice(same);
        // What differs is only the end: at most one message a direction and protocol, and the bytes left over.
        assert.ok(rest.length <= 5, `at ${length}: ${rest.map((one) => one.summary).join(' | ')}`);
      }),
      { numRuns: 20 },
    );
  });

  onEach('damaged bytes never throw, and none is lost', async (chunks) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 255 }), async (where, value) => {
        const chunk = where % chunks.length;
        const damaged = chunks.map((one, at) =>
          at === chunk ? { ...one, bytes: one.bytes.with(where % one.bytes.length, value) } : one,
        );
        assertNoneLost(damaged, await decodeAll(damaged));
      }),
      { numRuns: 40 },
    );
  });

  test(`${protocol}: random bytes never throw, and none is lost`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChunk, { maxLength: 10 }), async (chunks) => {
        assertNoneLost(chunks, await decodeAll(chunks, { protocol }));
      }),
      { numRuns: 60 },
    );
  });
}

const anyChunk = fc.record({
  time: fc.integer({ min: 0, max: 5_000_000 }),
  direction: fc.constantFrom('up' as const, 'down' as const),
  bytes: fc.uint8Array({ maxLength: 200 }),
});

/** The messages of each direction follow each other without a gap. */
export function assertAllBytesTold(chunks: readonly Chunk[], messages: readonly Message[]): void {
  for (const direction of ['up', 'down'] as const) {
    const told = messages.filter((one) => one.direction === direction);
    let at = 0;
    for (const message of told) {
      assert.equal(message.offset, at, JSON.stringify(told.map((one) => [one.kind, one.offset, one.length])));
      at += message.length;
    }
    assert.equal(at, stream(chunks, direction).length);
  }
}
