import type { Chunk, Direction } from '../../engines/wire/decode/chunk.ts';
import { decodeFlow } from '../../engines/wire/decode/decode-flow.ts';
import type { Protocol } from '../../engines/wire/decode/message.ts';

/** Bytes of one direction's stream. */
export interface ByteRange {
  readonly direction: Direction;
  readonly from: number;
  readonly to: number;
}

/** Protocols whose passwords no pattern can tell from other bytes. */
const PROTOCOLS: readonly Protocol[] = ['redis', 'postgres'];

/** The messages of which the decoder shows a part as hidden, as far as `end` in either direction. */
export async function hiddenRanges(
  chunks: AsyncIterable<Chunk>,
  protocol: Protocol | undefined,
  end: number,
): Promise<ByteRange[]> {
  if (!protocol || !PROTOCOLS.includes(protocol)) return [];
  const ranges: ByteRange[] = [];
  for await (const { direction, offset, length, summary, detail } of decodeFlow(chunks, { protocol })) {
    if (offset > end) break;
    if (summary.includes('[hidden]') || JSON.stringify(detail).includes('[hidden]'))
      ranges.push({ direction, from: offset, to: offset + length });
  }
  return ranges;
}
