export interface HexOptions {
  /** Offset printed for the first byte; default 0. */
  readonly start?: number;
  /** Bytes a line; default 16. */
  readonly width?: number;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lines of offset, hex in two halves, and what is printable. */
export function* hexLines(bytes: Uint8Array, options: HexOptions = {}): Generator<string, void, undefined> {
  const width = Math.max(1, options.width ?? 16);
  const start = options.start ?? 0;
  const digits = Math.max(8, (start + bytes.length).toString(16).length);
  const half = width >> 1;
  for (let at = 0; at < bytes.length; at += width) {
    let hex = '';
    let ascii = '';
    for (let i = 0; i < width; i++) {
      if (i === half && half > 0) hex += ' ';
      const byte = bytes[at + i];
      hex += byte === undefined ? '   ' : `${HEX[byte]} `;
      if (byte !== undefined) ascii += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
    }
    yield `${(start + at).toString(16).padStart(digits, '0')}  ${hex} |${ascii}|`;
  }
}

export function hexdump(bytes: Uint8Array, options: HexOptions = {}): string {
  return [...hexLines(bytes, options)].join('\n');
}
