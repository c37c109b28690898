import { HIDDEN } from '../decoder.ts';
import { hex, textOf, utf8 } from '../show-text.ts';
import type { LittleCursor } from './packet.ts';

/** Values longer than this are cut in what is shown. */
const VALUE_LIMIT = 65_536;
const UNSIGNED = 0x8000;

/** A value of the text protocol. */
export function shownValue(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  const part = bytes.subarray(0, VALUE_LIMIT);
  const more = bytes.length > VALUE_LIMIT ? `… (${bytes.length} bytes)` : '';
  const text = more ? utf8(part) : textOf(part);
  return text === undefined ? `0x${hex(part)}${more}` : `${text}${more}`;
}

/** A value of the binary protocol; the type's highest bit says that a number has no sign. */
export function binaryValue(
  cursor: LittleCursor,
  type: number,
  isUnsigned = (type & UNSIGNED) !== 0,
): string | null {
  switch (type & 0xff) {
    case 0x06:
      return null;
    case 0x01:
      return cursor.int(1, isUnsigned);
    case 0x02:
    case 0x0d:
      return cursor.int(2, isUnsigned);
    case 0x03:
    case 0x09:
      return cursor.int(4, isUnsigned);
    case 0x08:
      return cursor.int(8, isUnsigned);
    case 0x04:
      return cursor.float(4);
    case 0x05:
      return cursor.float(8);
    case 0x07:
    case 0x0a:
    case 0x0c:
      return moment(cursor);
    case 0x0b:
      return duration(cursor);
    default:
      return shownValue(cursor.value());
  }
}

const two = (number: number) => String(number).padStart(2, '0');

/** DATE, DATETIME, TIMESTAMP: as many bytes as are not zero. */
function moment(cursor: LittleCursor): string {
  const length = cursor.uint8();
  if (length < 4) return '0000-00-00';
  const date = `${String(cursor.uint16()).padStart(4, '0')}-${two(cursor.uint8())}-${two(cursor.uint8())}`;
  if (length < 7) return date;
  const time = `${two(cursor.uint8())}:${two(cursor.uint8())}:${two(cursor.uint8())}`;
  return length < 11 ? `${date} ${time}` : `${date} ${time}.${String(cursor.uint32()).padStart(6, '0')}`;
}

function duration(cursor: LittleCursor): string {
  const length = cursor.uint8();
  if (length < 8) return '00:00:00';
  const sign = cursor.uint8() ? '-' : '';
  const days = cursor.uint32();
  const time = `${two(days * 24 + cursor.uint8())}:${two(cursor.uint8())}:${two(cursor.uint8())}`;
  return length < 12 ? sign + time : `${sign}${time}.${String(cursor.uint32()).padStart(6, '0')}`;
}

/** IDENTIFIED BY '…', SET PASSWORD = '…', PASSWORD('…'): never shown. */
export function hidePasswords(sql: string): string {
  return sql.replace(
    /(\b(?:identified\s+(?:with\s+\S{1,64}\s+)?(?:by|as|using)\s+(?:password\s+)?|password\s*[(=]?\s*|password\s+for\s+\S{1,128}\s*=\s*(?:password\s*\(\s*)?))('(?:[^'\\]|''|\\.)*'?|"(?:[^"\\]|\\.)*"?)/gis,
    (_whole, before: string) => `${before}'${HIDDEN}'`,
  );
}
