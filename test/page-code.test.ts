import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rolldown } from 'rolldown';
import { boundIn } from './architecture/source.ts';
import { root } from './kit/start-server.ts';

test('functions for the page stand for themselves in the bundle too', async () => {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.page.ts')).map((name) => join(root, 'src', name));
  assert.ok(files.length >= 10, `${files.length} files`);
  const bundle = await rolldown({ input: files, cwd: root, platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  for (const chunk of output) {
    if (chunk.type === 'chunk') assert.deepEqual(boundIn(chunk.fileName, chunk.code), []);
  }
});
