import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

type Value = null | number | string;

/** A row as it stands in the file: which table it is of, only its columns tell. */
export interface SalvagedRow {
  readonly id: number;
  readonly values: readonly Value[];
}

const PAGE = 8192;
const LEAF = 0x0d;
const FREE = 2;
/** Pages whose use one page of the map tells, 5 bytes each. */
const MAPPED = Math.floor(PAGE / 5);
const MOST_LOCAL = PAGE - 35;
const LEAST_LOCAL = Math.floor(((PAGE - 12) * 32) / 255) - 23;
const MOST_BYTES = 256 * 2 ** 20;

/**
 * Every row that a damaged SQLite file still holds, page by page: neither its header nor the trees above the leaves
 * need be whole. Pages that were freed are passed over, so what was deleted stays deleted.
 */
export function* salvage(file: string): Generator<SalvagedRow> {
  const handle = openSync(file, 'r');
  try {
    const log = newestPages(`${file}-wal`);
    const inFile = Math.ceil(fstatSync(handle).size / PAGE);
    const count = Math.max(inFile, ...log.keys());
    const page = (number: number): Buffer => {
      const logged = log.get(number);
      if (logged) return logged;
      const bytes = Buffer.alloc(PAGE);
      readSync(handle, bytes, 0, PAGE, (number - 1) * PAGE);
      return bytes;
    };
    let map: Buffer = Buffer.alloc(PAGE);
    for (let number = 2; number <= count; number++) {
      const place = (number - 2) % (MAPPED + 1);
      const bytes = page(number);
      if (place === 0) map = bytes;
      else if (bytes[0] === LEAF && map[(place - 1) * 5] !== FREE) yield* rowsOf(bytes, page, count);
    }
  } finally {
    closeSync(handle);
  }
}

/** The pages of the write-ahead log as its last commit left them. */
function newestPages(file: string): ReadonlyMap<number, Buffer> {
  const pages = new Map<number, Buffer>();
  let open: [number, Buffer][] = [];
  let log: Buffer;
  try {
    log = readFileSync(file);
  } catch {
    return pages;
  }
  if (log.length < 32) return pages;
  const salts = log.subarray(16, 24);
  for (let start = 32; start + 24 + PAGE <= log.length; start += 24 + PAGE) {
    // An older round of the log; it was written over from its beginning.
    if (!log.subarray(start + 8, start + 16).equals(salts)) break;
    open.push([log.readUInt32BE(start), log.subarray(start + 24, start + 24 + PAGE)]);
    if (log.readUInt32BE(start + 4) === 0) continue;
    for (const [number, bytes] of open) pages.set(number, bytes);
    open = [];
  }
  return pages;
}

type ReadPage = (number: number) => Buffer;

function* rowsOf(bytes: Buffer, page: ReadPage, count: number): Generator<SalvagedRow> {
  const cells = Math.min(bytes.readUInt16BE(3), (PAGE - 8) / 2);
  for (let cell = 0; cell < cells; cell++) {
    let row: SalvagedRow | undefined;
    try {
      row = rowAt(bytes, bytes.readUInt16BE(8 + 2 * cell), page, count);
    } catch {
      // This one is damaged.
    }
    if (row) yield row;
  }
}

function rowAt(bytes: Buffer, start: number, page: ReadPage, count: number): SalvagedRow | undefined {
  const [length, atId] = varint(bytes, start);
  const [id, at] = varint(bytes, atId);
  if (length > MOST_BYTES) return undefined;
  const values = valuesOf(payload(bytes, at, length, page, count));
  return values && { id, values };
}

/** The bytes of a row: what stands in its leaf, and the chain of pages that hold the rest. */
function payload(bytes: Buffer, at: number, length: number, page: ReadPage, count: number): Buffer {
  if (length <= MOST_LOCAL) return bytes.subarray(at, at + length);
  const wished = LEAST_LOCAL + ((length - LEAST_LOCAL) % (PAGE - 4));
  const local = wished <= MOST_LOCAL ? wished : LEAST_LOCAL;
  const parts = [bytes.subarray(at, at + local)];
  let next = bytes.readUInt32BE(at + local);
  for (let left = length - local; left > 0; left -= PAGE - 4) {
    if (next < 2 || next > count) throw new Error('the chain leads nowhere');
    const more = page(next);
    parts.push(more.subarray(4, 4 + Math.min(left, PAGE - 4)));
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function valuesOf(bytes: Buffer): Value[] | undefined {
  const [end, first] = varint(bytes, 0);
  const types: number[] = [];
  for (let at = first; at < end; ) {
    const [type, next] = varint(bytes, at);
    types.push(type);
    at = next;
  }
  const values: Value[] = [];
  let at = end;
  for (const type of types) {
    const length = lengthOf(type);
    if (length === undefined || at + length > bytes.length) return undefined;
    values.push(decoded(type, bytes, at, length));
    at += length;
  }
  return at === bytes.length ? values : undefined;
}

const LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function lengthOf(type: number): number | undefined {
  return type < 12 ? LENGTHS[type] : Math.floor((type - 12) / 2);
}

function decoded(type: number, bytes: Buffer, at: number, length: number): Value {
  if (type >= 12) return bytes.toString('utf8', at, at + length);
  if (type === 7) return bytes.readDoubleBE(at);
  if (type === 6) return Number(bytes.readBigInt64BE(at));
  if (type >= 8) return type - 8;
  return type === 0 ? null : bytes.readIntBE(at, length);
}

/** A number of 1 to 9 bytes, and where it ends. Ours are all safe integers. */
function varint(bytes: Buffer, start: number): [value: number, next: number] {
  let value = 0;
  for (let at = start; at < start + 8; at++) {
    const byte = bytes.readUInt8(at);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + 1];
  }
  return [value * 256 + bytes.readUInt8(start + 8), start + 9];
}
