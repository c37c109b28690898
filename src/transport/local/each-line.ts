import type { Readable } from 'node:stream';
import type { Line, LineSplitter } from '../line-splitter.ts';

/**
 * Hands over line by line, and reads on when a line is dealt with; fulfilled when the stream is over. Built on
 * events: a loop that waits for the next chunk would hold the last one meanwhile.
 */
export function eachLine(
  stream: Readable,
  lines: LineSplitter,
  take: (line: Line) => Promise<void>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let work = Promise.resolve();
  const deal = async (chunk: Buffer) => {
    for (const line of lines.push(chunk)) await take(line);
  };
  const over = () => void work.then(resolve);
  stream.on('end', over).on('close', over).on('error', over);
  stream.on('data', (chunk: Buffer | string) => {
    stream.pause();
    work = deal(typeof chunk === 'string' ? Buffer.from(chunk) : chunk).then(() => void stream.resume());
  });
  return promise;
}
