import type { Duplex } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { type Inflation, SPENT } from './inflation.ts';
import { Payload } from './payload.ts';

/** Between two codings so much is kept. */
const BETWEEN_LIMIT = 16 << 20;

export interface Content {
  readonly body: Uint8Array;
  readonly length: number;
  /** The codings that were undone. */
  readonly decoded: readonly string[];
  readonly error?: string;
  /** The call has no more to spend: what there is was undone only in part, or not at all. */
  readonly isSpent?: boolean;
}

/** The codings of a Content-Encoding field, in the order in which they were applied. */
export function codingsOf(header: string | undefined): string[] {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

/** Undoes content codings, last one first. What was captured only in part is undone as far as it goes. */
export async function decodeContent(
  body: Uint8Array,
  codings: readonly string[],
  limit: number,
  inflation: Inflation,
): Promise<Content> {
  let current = body;
  let length = body.length;
  for (const [index, coding] of codings.toReversed().entries()) {
    const stream = decompressor(coding, current);
    const decoded = codings.slice(codings.length - index);
    if (!stream) return { body: current, length, decoded, error: `unknown content coding "${coding}"` };
    const isLast = index === codings.length - 1;
    const result = await decompress(stream, current, isLast ? limit : BETWEEN_LIMIT, inflation);
    if (result.error !== undefined && result.length === 0)
      return { ...result, body: current, length, decoded };
    current = result.body;
    length = result.length;
    if (result.error !== undefined) return { ...result, decoded: codings.slice(codings.length - index - 1) };
  }
  return { body: current, length, decoded: codings };
}

function decompressor(coding: string, body: Uint8Array): Duplex | undefined {
  const partial = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(partial);
    case 'deflate':
      return isZlib(body) ? createInflate(partial) : createInflateRaw(partial);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return createZstdDecompress({ finishFlush: constants.ZSTD_e_flush });
    default:
      return undefined;
  }
}

/** "deflate" means the zlib format, yet some servers send it without that wrapping. */
function isZlib(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

async function decompress(
  stream: Duplex,
  input: Uint8Array,
  limit: number,
  inflation: Inflation,
): Promise<Omit<Content, 'decoded'>> {
  const payload = new Payload(limit);
  inflation.begin(input.length);
  let isSpent = inflation.left === 0;
  let error: string | undefined;
  try {
    if (!isSpent) stream.end(input);
    if (!isSpent)
      for await (const part of stream) {
        const bytes = part as Uint8Array;
        isSpent = bytes.length > inflation.left;
        payload.add(bytes.subarray(0, inflation.left));
        inflation.spend(bytes.length);
        if (isSpent) break;
      }
    if (isSpent) error = SPENT;
  } catch (thrown) {
    error = `the body cannot be decompressed: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
  stream.destroy();
  return {
    body: payload.bytes(),
    length: payload.length,
    ...(error !== undefined && { error }),
    ...(isSpent && { isSpent }),
  };
}
