import { write } from 'node:fs';
import type { ByteWriter } from './stream-destination.ts';

const RETRY_MILLIS = 5;

/**
 * Writes to a descriptor on the thread pool. Node's own `process.stdout` writes to pipes and files in the calling
 * thread, so that a slow reader of STDOUT would hold up all forwarding.
 */
export function descriptorWriter(descriptor: number): ByteWriter {
  const put = (rest: Uint8Array, done: (error?: Error | null) => void): void => {
    write(descriptor, rest, (error, count) => {
      // A terminal or pipe that another process has set to non-blocking.
      if (error?.code === 'EAGAIN') setTimeout(put, RETRY_MILLIS, rest, done);
      else if (error) done(error);
      else if (count < rest.length) put(rest.subarray(count), done);
      else done();
    });
  };
  return { write: put };
}
