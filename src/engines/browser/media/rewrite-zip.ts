import { readFile, writeFile } from 'node:fs/promises';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;
/** Sizes, times and flags that stay as they were lie between the signature and the crc. */
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
/** The sizes follow the content instead of preceding it. */
const SIZES_LATER = 0x0008;

interface Entry {
  readonly name: Buffer;
  readonly header: Buffer;
  readonly content: Buffer;
}

/** The files of a zip, by name. */
export async function readZip(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = readEntries(await readFile(path));
  return new Map(entries.map(({ name, content }) => [name.toString('utf8'), content]));
}

/** Changes the content of a zip's files. Everything else stays: names, order, times. */
export async function rewriteZip(path: string, change: (content: Buffer) => Buffer): Promise<void> {
  const entries = readEntries(await readFile(path));
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, header, content } of entries) {
    const changed = change(content);
    const packed = deflateRawSync(changed);
    const local = Buffer.alloc(LOCAL_SIZE);
    local.writeUInt32LE(LOCAL, 0);
    header.copy(local, 4, 6, 16); // version, flags, method, time and date stand alike in both
    writeSizes(local, 6, changed, packed);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.from(header);
    writeSizes(central, 8, changed, packed);
    central.writeUInt16LE(0, 30);
    central.writeUInt16LE(0, 32);
    central.writeUInt32LE(offset, 42);
    parts.push(local, name, packed);
    directory.push(central, name);
    offset += LOCAL_SIZE + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(END_SIZE);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  await writeFile(path, Buffer.concat([...parts, listed, end]));
}

/** From the flags on: method, crc and both sizes. */
function writeSizes(header: Buffer, flagsAt: number, content: Buffer, packed: Buffer): void {
  header.writeUInt16LE(header.readUInt16LE(flagsAt) & ~SIZES_LATER, flagsAt);
  header.writeUInt16LE(DEFLATED, flagsAt + 2);
  header.writeUInt32LE(crc32(content), flagsAt + 8);
  header.writeUInt32LE(packed.length, flagsAt + 12);
  header.writeUInt32LE(content.length, flagsAt + 16);
}

function readEntries(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (end < 0 || count === 0xffff || at === 0xffffffff)
    throw new Error('the zip is too large to be rewritten');
  return Array.from({ length: count }, () => {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new Error('the zip is damaged');
    const header = zip.subarray(at, at + CENTRAL_SIZE);
    const nameLength = header.readUInt16LE(28);
    const name = zip.subarray(at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameLength);
    at += CENTRAL_SIZE + nameLength + header.readUInt16LE(30) + header.readUInt16LE(32);
    return { name, header, content: contentOf(zip, header) };
  });
}

function contentOf(zip: Buffer, header: Buffer): Buffer {
  const at = header.readUInt32LE(42);
  const start = at + LOCAL_SIZE + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const packed = zip.subarray(start, start + header.readUInt32LE(20));
  return header.readUInt16LE(10) === DEFLATED ? inflateRawSync(packed) : packed;
}
