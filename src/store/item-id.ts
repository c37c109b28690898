/**
 * The key of an item holds its stream and its sequence number: stream × 2^44 + sequence. So each stream lies
 * in one piece on disk, and paging, filtering and evicting a stream are scans of one key range without any
 * further index. A stream number stays below 512, so keys stay within the safe integers.
 */
export const SPAN = 2 ** 44;

export function itemId(stream: number, seq: number): number {
  return stream * SPAN + seq;
}

export function seqOf(id: number): number {
  return id % SPAN;
}

export function streamOf(id: number): number {
  return Math.floor(id / SPAN);
}
