import type { ByteCursor } from '../byte-cursor.ts';
import { HIDDEN } from '../decoder.ts';
import { hex, textOf, utf8 } from '../show-text.ts';

/** Values longer than this are cut in what is shown of a row. */
const VALUE_LIMIT = 65_536;

/** Names of the fields in ErrorResponse and NoticeResponse. */
const REPORT_FIELDS: Readonly<Record<string, string>> = {
  S: 'severity',
  V: 'severityCode',
  C: 'code',
  M: 'message',
  D: 'detail',
  H: 'hint',
  P: 'position',
  p: 'internalPosition',
  q: 'internalQuery',
  W: 'where',
  s: 'schema',
  t: 'table',
  c: 'column',
  d: 'dataType',
  n: 'constraint',
  F: 'file',
  L: 'line',
  R: 'routine',
};

export function readReport(cursor: ByteCursor): Record<string, string> {
  const fields: Record<string, string> = {};
  while (cursor.left > 1) {
    const letter = String.fromCharCode(cursor.uint8());
    fields[REPORT_FIELDS[letter] ?? letter] = cursor.text();
  }
  return fields;
}

/** A value as text; binary ones of the common types are decoded, others shown in hex as PostgreSQL writes bytea. */
export function valueText(bytes: Uint8Array, isBinary: boolean, type: number): string {
  if (isBinary) return binaryText(bytes, type) ?? cutHex(bytes);
  if (bytes.length > VALUE_LIMIT) return `${utf8(bytes.subarray(0, VALUE_LIMIT))}… (${bytes.length} bytes)`;
  return textOf(bytes) ?? cutHex(bytes);
}

const cutHex = (bytes: Uint8Array) =>
  `\\x${hex(bytes.subarray(0, VALUE_LIMIT))}${bytes.length > VALUE_LIMIT ? `… (${bytes.length} bytes)` : ''}`;

/** By type oid; the length guards against a parameter whose type was not told. */
function binaryText(bytes: Uint8Array, type: number): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (type === 16 && bytes.length === 1) return bytes[0] ? 't' : 'f';
  if (type === 21 && bytes.length === 2) return String(view.getInt16(0));
  if (type === 23 && bytes.length === 4) return String(view.getInt32(0));
  if (type === 26 && bytes.length === 4) return String(view.getUint32(0));
  if (type === 20 && bytes.length === 8) return String(view.getBigInt64(0));
  if (type === 700 && bytes.length === 4) return String(view.getFloat32(0));
  if (type === 701 && bytes.length === 8) return String(view.getFloat64(0));
  if (type === 2950 && bytes.length === 16)
    return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const isText = type === 25 || type === 1043 || type === 1042 || type === 19 || type === 114;
  return isText ? textOf(bytes)?.slice(0, VALUE_LIMIT) : undefined;
}

/** Passwords inside SQL are never shown. */
export function hidePasswords(sql: string): string {
  return sql.replace(
    /(\bpassword\s+)(e?'(?:[^'\\]|''|\\.)*'?|(\$\w*\$).*?(?:\3|$))/gis,
    (_whole, before: string) => `${before}'${HIDDEN}'`,
  );
}
