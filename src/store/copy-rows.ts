import { Buffer } from 'node:buffer';

/** How a column goes to Postgres: whole numbers of 8 and 4 bytes, a float of 8, text or bytes that are text. */
type CopyType = 'int8' | 'int4' | 'float8' | 'text';

/** Begins every copy: a signature, no flags, no extension. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const NULL = -1;
const END = -1;
const START_BYTES = 256 * 1024;

/** Rows as `copy … from stdin (format binary)` takes them. Nothing is escaped, and data that are bytes stay as they are. */
export function copyRows(types: readonly CopyType[], rows: readonly (readonly unknown[])[]): Buffer {
  let buffer = Buffer.allocUnsafe(START_BYTES);
  let end = HEADER.copy(buffer);
  const room = (bytes: number) => {
    if (end + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, end + bytes));
    buffer.copy(larger, 0, 0, end);
    buffer = larger;
  };
  const text = (value: string | Buffer) => {
    // A character takes three bytes at most.
    room(4 + value.length * 3);
    const length =
      typeof value === 'string' ? buffer.write(value, end + 4) : value.copy(buffer, end + 4, 0, value.length);
    end = buffer.writeInt32BE(length, end) + length;
  };
  const write: Readonly<Record<CopyType, (value: never) => void>> = {
    int8: (value: number) => {
      end = buffer.writeInt32BE(8, end);
      end = buffer.writeInt32BE(Math.floor(value / 2 ** 32), end);
      end = buffer.writeUInt32BE(value - Math.floor(value / 2 ** 32) * 2 ** 32, end);
    },
    int4: (value: number) => {
      end = buffer.writeInt32BE(value, buffer.writeInt32BE(4, end));
    },
    float8: (value: number) => {
      end = buffer.writeDoubleBE(value, buffer.writeInt32BE(8, end));
    },
    text,
  };
  for (const row of rows) {
    // Enough for the row's count and all its columns but text; one word more for the end.
    room(4 + types.length * 12);
    end = buffer.writeInt16BE(types.length, end);
    for (let column = 0; column < types.length; column++) {
      const value = row[column];
      if (value === null || value === undefined) end = buffer.writeInt32BE(NULL, end);
      else write[types[column] ?? 'text'](value as never);
    }
  }
  room(2);
  return buffer.subarray(0, buffer.writeInt16BE(END, end));
}
