import type { Chunk } from '../../engines/wire/decode/chunk.ts';
import { decodeFlow } from '../../engines/wire/decode/decode-flow.ts';
import { decoderOf, type Protocol } from '../../engines/wire/decode/decoders.ts';
import { Inflation } from '../../engines/wire/decode/inflation.ts';
import { type Hiding, hideSecrets } from '../../kernel/hide-secrets.ts';
import type { ByteRange, Page } from './byte-page.ts';

/** A message that begins on a page is read so far behind it. */
const BEHIND = 1 << 20;

/** The messages whose bytes must not be shown as they are, because no pattern finds their secrets. */
export async function hiddenRanges(
  chunks: AsyncIterable<Chunk>,
  protocol: Protocol | undefined,
  page: Page,
  hiding: Hiding,
  inflation = new Inflation(),
): Promise<ByteRange[]> {
  if (protocol === undefined || protocol === 'data') return [];
  const isSecret = (shown: unknown) => JSON.stringify(hideSecrets(shown, hiding)) !== JSON.stringify(shown);
  const ranges: ByteRange[] = [];
  for await (const message of decodeFlow(asFarAs(chunks, page), { protocol, inflation })) {
    const { direction, offset, length } = message;
    // A connection may change its protocol, so each message is judged by its own.
    if (decoderOf(message.protocol)?.hides(message, isSecret))
      ranges.push({ direction, from: offset, to: offset + length });
  }
  return ranges;
}

async function* asFarAs(chunks: AsyncIterable<Chunk>, { end, direction }: Page): AsyncGenerator<Chunk> {
  let counted = 0;
  for await (const chunk of chunks) {
    yield chunk;
    if (!direction || chunk.direction === direction) counted += chunk.bytes.length;
    if (counted > end + BEHIND) return;
  }
}
