import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { limitFolder } from './output-limit.ts';

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
