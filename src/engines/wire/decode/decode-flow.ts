import { setImmediate } from 'node:timers/promises';
import type { Chunk } from './chunk.ts';
import { FlowDecoder } from './flow-decoder.ts';
import type { DecodeOptions, Message } from './message.ts';

/** Read in one go: even if all of it is compressed, it does not take long. */
const SLICE = 8192;
/** After so long others get their turn. */
const LONGEST_MS = 10;

/** What the two sides of a connection said, in the order in which it was complete. Never throws on bad bytes. */
export async function* decodeFlow(
  chunks: Iterable<Chunk> | AsyncIterable<Chunk>,
  options: DecodeOptions = {},
): AsyncGenerator<Message, void, undefined> {
  const decoder = new FlowDecoder(options);
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  let begun = performance.now();
  if (left <= 0) return;
  for await (const chunk of chunks) {
    for (const slice of slices(chunk)) {
      for (const message of decoder.feed(slice)) {
        yield typeof message === 'function' ? await message() : message;
        if (--left <= 0) return;
        if (isLate()) await giveWay();
      }
      if (isLate()) await giveWay();
    }
  }
  for (const message of decoder.end()) {
    yield typeof message === 'function' ? await message() : message;
    if (--left <= 0) return;
  }

  function isLate(): boolean {
    return performance.now() - begun > LONGEST_MS;
  }

  async function giveWay(): Promise<void> {
    await setImmediate();
    begun = performance.now();
  }
}

/** Short enough to be read in one go. */
export function* slices(chunk: Chunk): Generator<Chunk> {
  if (chunk.bytes.length <= SLICE) yield chunk;
  else
    for (let at = 0; at < chunk.bytes.length; at += SLICE)
      yield { ...chunk, bytes: chunk.bytes.subarray(at, at + SLICE) };
}
