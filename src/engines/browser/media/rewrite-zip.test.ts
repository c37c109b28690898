import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { rewriteZip } from './rewrite-zip.ts';

/** A zip whose sizes follow the contents, as streaming writers make them. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const fields = (isCentral: boolean) => {
      const header = Buffer.alloc(isCentral ? 46 : 30);
      const at = isCentral ? 2 : 0;
      header.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50, 0);
      if (isCentral) header.writeUInt16LE(20, 4);
      header.writeUInt16LE(20, 4 + at);
      header.writeUInt16LE(8, 6 + at);
      header.writeUInt16LE(8, 8 + at);
      const known = isCentral ? [crc32(text), packed.length, Buffer.byteLength(text)] : [0, 0, 0];
      for (const [i, value] of known.entries()) header.writeUInt32LE(value, 14 + at + i * 4);
      header.writeUInt16LE(name.length, 26 + at);
      if (isCentral) header.writeUInt32LE(offset, 42);
      return header;
    };
    const later = Buffer.alloc(16);
    later.writeUInt32LE(0x08074b50, 0);
    later.writeUInt32LE(crc32(text), 4);
    later.writeUInt32LE(packed.length, 8);
    later.writeUInt32LE(Buffer.byteLength(text), 12);
    list.push(fields(true), Buffer.from(name));
    const made = [fields(false), Buffer.from(name), packed, later];
    parts.push(...made);
    offset += made.reduce((sum, part) => sum + part.length, 0);
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

test('changes the files in a zip and leaves a zip that others read', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'a.zip');
  await writeFile(path, zipOf({ 'one.txt': 'the word hunter22', 'in/two.txt': 'nothing' }));
  await rewriteZip(path, (content) => Buffer.from(content.toString().replace('hunter22', 'X')));
  const script = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print('|'.join(n + '=' + z.read(n).decode() for n in z.namelist()))`;
  const read = execFileSync('python3', ['-c', script, path], { encoding: 'utf8' });
  assert.equal(read.trim(), 'one.txt=the word X|in/two.txt=nothing');
  assert.ok(!(await readFile(path)).includes('hunter22'));
});
