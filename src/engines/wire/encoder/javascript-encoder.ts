import { type Encoder, PREFIX_AT, PREFIX_LENGTH } from './encoder.ts';

const NAMED: ReadonlyMap<number, string> = new Map([
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x22, '\\"'],
  [0x5c, '\\\\'],
]);

/** How one byte stands in the log. */
export function escapeOf(byte: number): string {
  const named = NAMED.get(byte);
  if (named !== undefined) return named;
  if (byte >= 0x20 && byte <= 0x7e && byte !== 0x25) return String.fromCharCode(byte);
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** For engines without WebAssembly: the same bytes, about half as fast. */
export function makeJavascriptEncoder(size: number): Encoder {
  const bytes = Buffer.from(new ArrayBuffer(size));
  // Up to three characters and their count in the top byte.
  const table = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    const text = Buffer.from(escapeOf(byte), 'latin1');
    table[byte] = text.reduce((word, char, i) => word | (char << (8 * i)), text.length << 24);
  }

  function escapeBytes(out: number, from: number, length: number): number {
    let at = out;
    for (let i = from; i < from + length; i++) {
      const word = table[bytes[i] as number] as number;
      bytes[at] = word;
      bytes[at + 1] = word >>> 8;
      bytes[at + 2] = word >>> 16;
      at += word >>> 24;
    }
    return at;
  }

  return {
    kind: 'javascript',
    bytes,
    record(out, micros, head, headLength, tail, tailLength, from, length) {
      bytes.copyWithin(out, PREFIX_AT, PREFIX_AT + PREFIX_LENGTH);
      let at = out + PREFIX_LENGTH;
      for (let i = 5, rest = micros; i >= 0; i--, rest = Math.floor(rest / 10))
        bytes[at + i] = 48 + (rest % 10);
      at += 6;
      bytes.copyWithin(at, head, head + headLength);
      at = escapeBytes(at + headLength, from, length);
      bytes.copyWithin(at, tail, tail + tailLength);
      return at + tailLength;
    },
  };
}
