import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
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

test('a folder that others may write to, or where nothing can be made, is not used', {
  skip: process.platform === 'linux' ? false : 'it is about the folders and rights of Linux',
}, async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'compiled-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const module = join(home, 'module.mjs');
  await writeFile(module, 'console.log("loaded")');
  const folder = join(home, 'cache', 'sensorium', 'compiled');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o777);
  for (const cache of [join(home, 'cache'), '/proc']) {
    const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: cache };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, module], { env });
    assert.equal(stdout, 'loaded\n');
  }
  assert.deepEqual(await readdir(folder), []);
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

test('what an earlier use has kept is used from the start on, and a start alone keeps nothing', {
  skip: process.platform === 'linux' ? false : 'elsewhere the first use begins to read',
}, async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'compiled-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  await cp(join(import.meta.dirname, '../../../../bin'), join(home, 'bin'), { recursive: true });
  await mkdir(join(home, 'dist'));
  const entry = (name: string, lines: string) => writeFile(join(home, 'dist', `${name}.mjs`), lines);
  await entry('shared', 'export const a = 1;');
  await entry('fotos-mcp', script.replace('process.argv[1]', "'./shared.mjs'"));
  await entry('viewpoint-mcp', "import './shared.mjs'; import './fresh.mjs';");
  await entry('fresh', 'export const b = 2;');
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
  const start = (command: string, more = {}) =>
    run(process.execPath, [join(home, 'bin', `${command}.cjs`)], { env: { ...env, ...more } });
  const kept = () => readdir(join(home, 'cache'), { recursive: true }).catch(() => []);

  await start('viewpoint-mcp');
  assert.deepEqual(await kept(), [], 'nothing was kept before');
  await start('fotos-mcp');
  const before = await kept();
  assert.ok(before.length > 3, 'compiled code lies there');
  const debugged = async () => {
    const { stderr, stdout } = await start('viewpoint-mcp', { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
    return stderr + stdout;
  };
  assert.match(await debugged(), /shared\.mjs was accepted/);
  const folder = join(home, 'cache', 'sensorium', 'compiled');
  await chmod(folder, 0o777);
  assert.doesNotMatch(await debugged(), /was accepted/, 'others could have put something there');
  await chmod(folder, 0o700);
  assert.deepEqual(await kept(), before);
});
