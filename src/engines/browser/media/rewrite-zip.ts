import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
/** The sizes follow the content instead of preceding it. */
const SIZES_LATER = 0x0008;

interface Entry {
  readonly name: Buffer;
  /** As the directory at the end has it. */
  readonly header: Buffer;
  readonly packed: Buffer;
}

/** The files of a zip that are wanted, by name, one after the other. */
export async function* readZip(
  path: string,
  isWanted: (name: string, size: number) => boolean = () => true,
): AsyncGenerator<[name: string, content: Buffer]> {
  for (const entry of readEntries(await readFile(path)))
    if (isWanted(`${entry.name}`, entry.header.readUInt32LE(24)))
      yield [`${entry.name}`, await contentOf(entry)];
}

type Change = (content: Buffer) => Buffer | Promise<Buffer>;

/** Changes the content of a zip's files. Everything else stays: names, order, times, and files left as they are. */
export async function rewriteZip(path: string, change: Change): Promise<void> {
  const entries = readEntries(await readFile(path));
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name } = entry;
    const content = await contentOf(entry);
    const changed = await change(content);
    const packed = changed === content ? entry.packed : await deflate(changed);
    const central = Buffer.from(entry.header);
    central.writeUInt16LE(central.readUInt16LE(8) & ~SIZES_LATER, 8);
    if (changed !== content) {
      central.writeUInt16LE(DEFLATED, 10);
      central.writeUInt32LE(crc32(changed), 16);
      central.writeUInt32LE(packed.length, 20);
      central.writeUInt32LE(changed.length, 24);
    }
    central.writeUInt32LE(0, 30); // neither extra fields nor a comment
    central.writeUInt32LE(offset, 42);
    const local = Buffer.alloc(LOCAL_SIZE);
    local.writeUInt32LE(LOCAL, 0);
    central.copy(local, 4, 6, 30); // from the version to the length of the name both are alike
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
  await writeFile(path, [...parts, listed, end]);
}

function readEntries(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('the zip is damaged');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff) throw new Error('the zip is too large to be rewritten');
  return Array.from({ length: count }, () => {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new Error('the zip is damaged');
    const header = zip.subarray(at, at + CENTRAL_SIZE);
    const nameLength = header.readUInt16LE(28);
    const name = zip.subarray(at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameLength);
    at += CENTRAL_SIZE + nameLength + header.readUInt16LE(30) + header.readUInt16LE(32);
    const local = header.readUInt32LE(42);
    const start = local + LOCAL_SIZE + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    return { name, header, packed: zip.subarray(start, start + header.readUInt32LE(20)) };
  });
}

/** Never more than the directory says that there is. */
const contentOf = ({ header, packed }: Entry): Promise<Buffer> | Buffer =>
  header.readUInt16LE(10) === DEFLATED
    ? inflate(packed, { maxOutputLength: Math.max(1, header.readUInt32LE(24)) })
    : packed;
