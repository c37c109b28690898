import type { Socket } from 'node:net';

/** Exactly so many bytes; what comes after them is put back. */
export async function read(socket: Socket, count: number): Promise<Buffer> {
  return readUntil(socket, (bytes) => (bytes.length < count ? undefined : count));
}

/** The first byte, which stays where it is. */
export async function peek(socket: Socket): Promise<number> {
  const byte = await read(socket, 1);
  socket.unshift(byte);
  return byte[0]!;
}

const HEAD_LIMIT = 64 * 1024;

/** The head of an HTTP answer, with the empty line at its end. */
export async function readHead(socket: Socket): Promise<string> {
  const bytes = await readUntil(socket, (bytes) => {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0 && bytes.length > HEAD_LIMIT) throw new Error('its answer has no end');
    return end < 0 ? undefined : end + 4;
  });
  return bytes.toString('latin1');
}

async function readUntil(socket: Socket, endOf: (bytes: Buffer) => number | undefined): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const end = endOf(bytes);
    if (end !== undefined) {
      if (bytes.length > end) socket.unshift(bytes.subarray(end));
      return bytes.subarray(0, end);
    }
    const chunk: Buffer | null = socket.read();
    if (chunk) bytes = Buffer.concat([bytes, chunk]);
    else if (socket.destroyed || socket.readableEnded) throw new Error('the connection ended too early');
    else await news(socket);
  }
}

const NEWS = ['readable', 'end', 'close'] as const;

/** The buffer is empty by now: a listener on a full one would be called without end. */
function news(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = () => {
    for (const event of NEWS) socket.off(event, go);
    resolve();
  };
  for (const event of NEWS) socket.on(event, go);
  return promise;
}

/** From now on all bytes of one are for the other, and both end together. */
export function join(browser: Socket, onward: Socket): void {
  for (const [one, other] of [
    [browser, onward],
    [onward, browser],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
    one.pipe(other);
  }
}
