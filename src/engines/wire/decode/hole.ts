/**
 * Bytes that passed and were not looked at, only counted: so a long body costs nothing to follow. Whoever passes over
 * them does not notice; whoever has to read them cannot go on.
 */
const NOTHING = new Uint8Array(256 * 1024);

/** So many bytes that nobody has seen, in pieces. */
export function* holes(length: number): Generator<Uint8Array> {
  for (let left = length; left > 0; left -= NOTHING.length) yield NOTHING.subarray(0, left);
}

export const isHole = (bytes: Uint8Array): boolean => bytes.length > 0 && bytes.buffer === NOTHING.buffer;
