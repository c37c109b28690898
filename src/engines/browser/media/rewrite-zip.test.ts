import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import { readZip, rewriteZip } from './rewrite-zip.ts';

const python = (script: string, ...args: readonly string[]) =>
  execFileSync('python3', ['-c', `import sys, zipfile\n${script}`, ...args]);

/** A zip whose sizes follow the contents: nobody can go back on a pipe to write them before. */
const WRITE = `z = zipfile.ZipFile(sys.stdout.buffer, 'w', zipfile.ZIP_DEFLATED)
z.writestr(zipfile.ZipInfo('one.txt', (2001, 2, 3, 4, 5, 6)), 'the word hunter22')
z.writestr('in/two.txt', 'nothing')
z.writestr('three.bin', b'\\x00\\xff' * 9)
z.close()`;
const READ = `z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print([(n, z.read(n)) for n in z.namelist()], z.getinfo('one.txt').date_time)`;

test('changes the files in a zip and leaves a zip that others read', async (t) => {
  const path = join(await scratch(t), 'a.zip');
  const bytes = python(WRITE);
  assert.equal(bytes.readUInt16LE(6) & 8, 8, 'the sizes follow');
  await writeFile(path, bytes);
  const hide = (content: Buffer) => Buffer.from(content.toString().replace('hunter22', 'X'));
  await rewriteZip(path, (content) => (content.includes('hunter22') ? hide(content) : content));
  const binary = `b'${'\\x00\\xff'.repeat(9)}'`;
  assert.equal(
    String(python(READ, path)).trim(),
    `[('one.txt', b'the word X'), ('in/two.txt', b'nothing'), ('three.bin', ${binary})] (2001, 2, 3, 4, 5, 6)`,
  );
  assert.ok(!(await readFile(path)).includes('hunter22'));
  const read = await Array.fromAsync(readZip(path));
  assert.deepEqual(
    read.map(([name, content]) => [name, content.length]),
    [
      ['one.txt', 10],
      ['in/two.txt', 7],
      ['three.bin', 18],
    ],
  );
});

test('what is no zip is said to be damaged', async (t) => {
  const path = join(await scratch(t), 'a.zip');
  await writeFile(path, 'no zip at all, but long enough for one');
  await assert.rejects(
    rewriteZip(path, (content) => content),
    /the zip is damaged/,
  );
});
