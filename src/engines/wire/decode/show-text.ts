/** Bytes of a protocol as something JSON can hold and a person can read. */

import { begin } from '../../../kernel/cut.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** UTF-8, with the replacement character for what is not. */
export const utf8 = (bytes: Uint8Array): string => lenient.decode(bytes);

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

/** The text if it is text, undefined if a byte of it cannot be. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined; // not UTF-8
  }
}

/** Text where it is text, else the bytes in base64 with a mark. */
export function textOrBase64(bytes: Uint8Array): string | { base64: string } {
  return textOf(bytes) ?? { base64: Buffer.from(bytes).toString('base64') };
}

/** The beginning, on one line. */
export function preview(bytes: Uint8Array, limit = 60): string {
  return shorten(utf8(bytes.subarray(0, limit * 4)), limit);
}

export function shorten(text: string, limit = 60): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\ufffd]/gu, '.');
  return line.length > limit || text.length > limit * 4 ? `${begin(line, limit)}…` : line;
}
