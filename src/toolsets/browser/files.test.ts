import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { browserKit } from '../../../test/kit/browser-kit.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { fileLink } from '../../report/listing.ts';
import { limitFolder, readable, save, shownPath } from './files.ts';

test('files are saved where they may be, shown as the client sees them, and refused elsewhere', async (t) => {
  const kit = await browserKit(t);
  const deps = (await kit.assembly.browser.get()).depsOf('s1');
  const asking = { deps, caller: { session: 's1', cwd: kit.folder } };
  const own = await save(asking, undefined, 'own.txt', 'words');
  assert.equal(own.shown, 'output/own.txt');
  const named = await save(asking, 'deep/er/a.txt', 'unused', Buffer.from('bytes'));
  assert.equal(await readFile(join(kit.folder, 'deep/er/a.txt'), 'utf8'), 'bytes');
  assert.deepEqual([named.shown, named.bytes], ['deep/er/a.txt', 5]);
  assert.equal(shownPath(asking, join(kit.folder, 'here.txt')), './here.txt');
  assert.equal(fileLink(named, 'text/plain').mimeType, 'text/plain');
  await mkdir(join(kit.folder, 'folder'));
  for (const name of ['folder', 'x'.repeat(300), 'deep/er/a.txt/below'])
    await assert.rejects(save(asking, name, 'unused', 'x'), { code: 'FOLDER_NOT_WRITABLE' }, name);
  for (const name of ['../out.txt', '/etc/out.txt', '\0'])
    await assert.rejects(
      save(asking, name, 'unused', 'x'),
      { code: 'FILE_NOT_ALLOWED' },
      JSON.stringify(name),
    );
  await writeFile(join(kit.folder, 'in.txt'), 'x');
  assert.equal(await readable(asking, 'in.txt'), join(kit.folder, 'in.txt'));
  for (const name of ['missing.txt', '/etc/hostname', '\0'])
    await assert.rejects(readable(asking, name), { code: 'FILE_NOT_READABLE' }, JSON.stringify(name));
});

test('the oldest files go until the rest fits; the newest stays', async (t) => {
  const folder = await scratch(t);
  await mkdir(join(folder, 'deep'));
  for (const [i, name] of ['deep/old', 'middle', 'new'].entries()) {
    await writeFile(join(folder, name), 'x'.repeat(100));
    await utimes(join(folder, name), i + 1, i + 1);
  }
  await writeFile(join(folder, '.gitignore'), '*');
  assert.deepEqual(await limitFolder(folder, 1000), []);
  assert.deepEqual(await limitFolder(folder, 250), [join(folder, 'deep/old')]);
  assert.deepEqual(await limitFolder(folder, 10), [join(folder, 'middle')]);
  assert.deepEqual((await readdir(folder)).sort(), ['.gitignore', 'deep', 'new']);
  assert.deepEqual(await limitFolder(join(folder, 'nowhere'), 10), []);
});
