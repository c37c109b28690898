import type { Chunk } from '../../engines/wire/decode/chunk.ts';

/** Whether the bytes occur in either direction, also across chunks. */
export async function carries(chunks: AsyncIterable<Chunk>, wanted: Buffer): Promise<boolean> {
  const rest = { up: Buffer.alloc(0), down: Buffer.alloc(0) };
  for await (const { direction, bytes } of chunks) {
    const joined = Buffer.concat([rest[direction], bytes]);
    if (joined.includes(wanted)) return true;
    rest[direction] = joined.subarray(Math.max(0, joined.length - wanted.length + 1));
  }
  return false;
}

/** "GET /" as text, or "47 45 54" as hex. */
export function searchBytes(text: string | undefined, hex: string | undefined): Buffer | undefined {
  if (text !== undefined) return Buffer.from(text);
  return hex === undefined ? undefined : Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
}
