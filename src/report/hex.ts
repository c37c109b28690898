const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const WIDTH = 16;

/** Lines of offset (of the first byte: `start`), hex in two halves, and what is printable. */
export function hexdump(bytes: Uint8Array, start = 0): string {
  const lines: string[] = [];
  const digits = Math.max(8, (start + bytes.length).toString(16).length);
  for (let at = 0; at < bytes.length; at += WIDTH) {
    let hex = '';
    let ascii = '';
    for (let i = 0; i < WIDTH; i++) {
      if (i === WIDTH / 2) hex += ' ';
      const byte = bytes[at + i];
      hex += byte === undefined ? '   ' : `${HEX[byte]} `;
      if (byte !== undefined) ascii += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
    }
    lines.push(`${(start + at).toString(16).padStart(digits, '0')}  ${hex} |${ascii}|`);
  }
  return lines.join('\n');
}
