import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { scratch } from '../../../../test/kit/scratch.ts';
import { loadInitPages } from './init-pages.ts';

test('a file gives its function; what is none, is not there or fails is told by its name', async (t) => {
  const folder = await scratch(t);
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const page = { marks: [] as string[] };
  const good = await file('good.mjs', "export default ({ page }) => { page.marks.push('seen'); };");
  const [init] = await loadInitPages([good], []);
  await init?.(page as unknown as Page);
  assert.deepEqual(page.marks, ['seen']);

  const bad = await file('bad.mjs', 'export default 7;');
  await assert.rejects(loadInitPages([bad], []), /bad\.mjs.*no function/);
  await assert.rejects(loadInitPages([], [join(folder, 'gone.js')]), /gone\.js.*ENOENT/);
  const [broken] = await loadInitPages(
    [await file('broken.cjs', 'module.exports = () => { throw Error("no"); };')],
    [],
  );
  await assert.rejects(broken!(page as unknown as Page), {
    code: 'ACTION_FAILED',
    message: /broken\.cjs.*no/,
  });
});
