import { hexdump } from '../../report/hex.ts';
import { bytePage } from './byte-page.ts';
import type { FlowBook } from './flow-book.ts';

const MOST_BYTES = 16_384;
const LIMIT_MS = 20_000;

/** What passed by a connection, byte by byte as it was: secrets are in it. */
export async function revealFlow(flows: FlowBook, id: string): Promise<string> {
  const flow = await flows.find(id);
  const chunks = flows.chunks(flow, AbortSignal.timeout(LIMIT_MS));
  const page = { offset: 0, end: MOST_BYTES, direction: undefined };
  const { parts, next } = await bytePage(chunks, page, (words) => words);
  const lines = parts.flatMap(({ chunk, start, bytes }) => [
    `${chunk.direction === 'up' ? '→' : '←'} ${bytes.length} bytes`,
    hexdump(bytes, start),
  ]);
  return [
    ...lines,
    ...(next === undefined ? [] : [`More follows: only the first ${next} bytes are shown.`]),
  ].join('\n');
}
