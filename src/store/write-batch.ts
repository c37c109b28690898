import type { Stream } from '../contract/streams.ts';
import type { Opened } from './opened.ts';
import type { PackedBatch } from './packed-batch.ts';

/** How much a stream holds after a batch, so that retention knows whether it has work. */
export interface StreamSize {
  readonly stream: Stream;
  readonly items: number;
  readonly bytes: number;
}

/** Writes a batch in one transaction. */
export async function writeBatch({ backend, streams }: Opened, batch: PackedBatch): Promise<StreamSize[]> {
  const held = new Map((await backend.append(batch.packed(streams))).map((sum) => [sum.id, sum]));
  return [...batch.sums.keys()].flatMap((stream) => {
    const sum = held.get(streams.get(stream) ?? 0);
    return sum ? [{ stream, items: sum.items, bytes: sum.bytes }] : [];
  });
}
