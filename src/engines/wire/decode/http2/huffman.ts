import { DecodeError } from '../reader.ts';

/** Length of each symbol's code in bits (RFC 7541, appendix B). The code is canonical: the lengths say it all. */
const LENGTHS = `
13 23 28 28 28 28 28 28 28 24 30 28 28 30 28 28 28 28 28 28 28 28 30 28 28 28 28 28 28 28 28 28
6 10 10 12 13 6 8 11 10 10 8 11 8 6 6 6 5 5 5 6 6 6 6 6 6 6 7 8 15 6 12 10
13 6 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 8 7 8 13 19 13 14 6
15 5 6 5 6 5 6 6 6 5 7 7 6 6 6 5 6 7 6 5 5 6 7 7 7 7 7 15 11 14 13 28
20 22 20 20 22 22 22 23 22 23 23 23 23 23 24 23 24 24 22 23 24 23 23 23 23 21 22 23 22 23 23 24
22 21 20 22 22 23 23 21 23 22 22 24 21 22 23 23 21 21 22 21 23 22 23 23 20 22 22 22 23 22 22 23
26 26 20 19 22 23 22 25 26 26 26 27 27 26 24 25 19 21 26 27 27 26 27 24 21 21 26 26 28 27 27 27
20 24 20 21 22 21 21 23 22 22 25 25 24 24 26 23 26 27 26 26 27 27 27 27 27 28 27 27 27 27 27 26 30`
  .trim()
  .split(/\s+/)
  .map(Number);

const END_OF_STRING = 256;

/** For each code length: the first code, how many there are, and where their symbols begin. */
interface Level {
  readonly first: number;
  readonly count: number;
  readonly start: number;
}

const SYMBOLS = LENGTHS.map((length, symbol) => ({ length, symbol }))
  .sort((one, two) => one.length - two.length || one.symbol - two.symbol)
  .map(({ symbol }) => symbol);

const LEVELS = levels();

function levels(): Level[] {
  const made: Level[] = [{ first: 0, count: 0, start: 0 }];
  for (let length = 1; length <= 30; length++) {
    const above = made[length - 1] as Level;
    const count = LENGTHS.filter((one) => one === length).length;
    made.push({ first: (above.first + above.count) * 2, count, start: above.start + above.count });
  }
  return made;
}

/** No code is shorter, so no string unfolds to more than 8 characters in 5 bytes. */
const SHORTEST = 5;

export function huffmanDecode(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil((bytes.length * 8) / SHORTEST));
  let count = 0;
  let code = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = (code << 1) | ((byte >> bit) & 1);
      if (++length < SHORTEST) continue;
      const level = LEVELS[length];
      if (!level) throw new DecodeError('HPACK: no such Huffman code');
      const index = code - level.first;
      if (index >= level.count) continue;
      const symbol = SYMBOLS[level.start + index] as number;
      if (symbol === END_OF_STRING) throw new DecodeError('HPACK: end-of-string inside a Huffman string');
      out[count++] = symbol;
      code = 0;
      length = 0;
    }
  }
  // What is left is padding: the beginning of end-of-string, which is all ones, and shorter than a byte.
  if (length > 7 || code !== 2 ** length - 1) throw new DecodeError('HPACK: wrong Huffman padding');
  return out.subarray(0, count);
}
