import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';

/** The command as it stands in the sources, with a home of its own. */
function start(t: TestContext, home: string, args: readonly string[]) {
  const script = join(import.meta.dirname, '../gasoline-mcp.ts');
  const env = { PATH: process.env.PATH, HOME: home };
  const child = spawn(process.execPath, [script, ...args], { env, cwd: home });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

test('a folder that was named and cannot be written is told at the start, and nothing is made', async (t) => {
  const home = await scratch(t);
  const file = join(home, 'file');
  await writeFile(file, '', { mode: 0o755 });
  for (const flag of ['--state-dir', '--output-dir', '--user-data-dir']) {
    for (const folder of [file, join(file, 'below')]) {
      const child = start(t, home, [flag, folder]);
      const [words] = await Promise.all([child.stderr.setEncoding('utf8').toArray(), once(child, 'close')]);
      assert.equal(child.exitCode, 1);
      assert.match(words.join(''), /^gasoline-mcp: The folder \S+ cannot be written \(ENOTDIR\)\. .*\n$/);
    }
  }
  const child = start(t, home, ['--state-dir', join(home, 'later')]);
  child.stdin.end();
  await once(child, 'close');
  assert.equal(child.exitCode, 0);
  assert.deepEqual(await readdir(home), ['file']);
});

test('behind a public address, the port is told too', async (t) => {
  const args = ['--port', '0', '--public-url', 'https://tools.example/x'];
  const child = start(t, await scratch(t), args);
  const [words] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string];
  assert.match(words, /listens at https:\/\/tools\.example\/x\/mcp, on port [1-9]\d* of this machine\n/);
});
