const WIDTH = 16;

/** `00000010  48 65 6c 6c 6f …  Hello` */
export function hexLines(bytes: Uint8Array): string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += WIDTH) {
    const part = [...bytes.subarray(at, at + WIDTH)];
    const digits = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const signs = part
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'))
      .join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${digits.padEnd(WIDTH * 3 - 1)}  ${signs}`);
  }
  return lines;
}
