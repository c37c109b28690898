import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = `import { keepCompiled } from ${JSON.stringify(new URL('./keep-compiled.ts', import.meta.url).href)};
keepCompiled();
await import(process.argv[1]);`;

test('what is loaded is kept compiled, where only its owner may write', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'compiled-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const module = join(home, 'module.mjs');
  await writeFile(module, 'export const a = 1;');
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
  await run(process.execPath, ['--input-type=module', '-e', script, module], { env });
  const folder = join(home, 'cache', 'sensorium', 'compiled');
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.ok((await readdir(folder, { recursive: true })).length > 1, 'compiled code lies in it');
});

test('a home that cannot be written to does no harm', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'compiled-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  await writeFile(join(home, 'file'), '');
  const module = join(home, 'module.mjs');
  await writeFile(module, 'console.log("loaded")');
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'file') };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, module], { env });
  assert.equal(stdout, 'loaded\n');
});

test('what an earlier use has kept is used from the start on, and a start alone keeps nothing', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'compiled-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const command = join(import.meta.dirname, '../../../bin/viewpoint-mcp.cjs');
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
  const start = () => run(process.execPath, [command, '--version'], { env });
  await start();
  assert.deepEqual(await readdir(home), []);
  const folder = join(home, 'cache', 'sensorium', 'compiled');
  await mkdir(folder, { recursive: true });
  await start();
  assert.ok((await readdir(folder, { recursive: true })).length > 1, 'compiled code lies in it');
});
