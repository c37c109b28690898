import type { Chunk } from './chunk.ts';
import { FlowDecoder } from './flow-decoder.ts';
import type { DecodeOptions, Message } from './message.ts';

/** What the two sides of a connection said, in the order in which it was complete. Never throws on bad bytes. */
export async function* decodeFlow(
  chunks: Iterable<Chunk> | AsyncIterable<Chunk>,
  options: DecodeOptions = {},
): AsyncGenerator<Message, void, undefined> {
  const decoder = new FlowDecoder(options);
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  if (left <= 0) return;
  for await (const chunk of chunks) {
    for (const message of decoder.feed(chunk)) {
      yield typeof message === 'function' ? await message() : message;
      if (--left <= 0) return;
    }
  }
  for (const message of decoder.end()) {
    yield typeof message === 'function' ? await message() : message;
    if (--left <= 0) return;
  }
}
