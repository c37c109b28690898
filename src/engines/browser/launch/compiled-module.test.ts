import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const href = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
const SCRIPT = `import { createRequire } from 'node:module';
import { loadCompiled } from ${href('./compiled-module.ts')};
const [, file, folder] = process.argv;
loadCompiled(file, folder);
const { greet, where } = createRequire(file)(file);
console.log(await greet(), where);`;
const MODULE = `const { sep } = require('node:path');
exports.where = [module.filename === __filename, module.loaded, require('./part').name, sep].join();
exports.greet = async () => 'hello ' + (await import('node:os')).EOL.length;`;

async function scratch(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-module-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'module.cjs');
  await writeFile(file, MODULE);
  await writeFile(join(folder, 'part.js'), "exports.name = 'part';");
  const load = async (into: string) => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', SCRIPT, file, into]);
    return stdout.trim();
  };
  return { folder, file, load };
}

const compiled = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('module.cjs-')).map((name) => join(folder, name));

test('a module is itself, is loaded once, and what it ran is kept for the next time', async (t) => {
  const { folder, load } = await scratch(t);
  const said = 'hello 1 true,false,part,/';
  assert.equal(await load(folder), said);
  const [path, ...more] = await compiled(folder);
  assert.deepEqual(more, []);
  assert.equal((await stat(path!)).mode & 0o777, 0o600);
  await utimes(path!, 1, 1);
  assert.equal(await load(folder), said);
  assert.equal((await stat(path!)).mtimeMs, 1000, 'it was used, and not written anew');
});

test('kept code that was damaged is not used, but written anew', async (t) => {
  const { folder, load } = await scratch(t);
  await load(folder);
  const [path] = await compiled(folder);
  const good = await readFile(path!);
  for (const bad of [
    good.subarray(0, good.length / 2),
    Buffer.alloc(0),
    Buffer.from(good).fill(7, 200, 400),
  ]) {
    await writeFile(path!, bad);
    assert.match(await load(folder), /^hello/);
    assert.equal((await readFile(path!)).length, good.length);
  }
});

test('another text of the same length is another module', async (t) => {
  const { folder, file, load } = await scratch(t);
  await load(folder);
  await writeFile(file, MODULE.replace('hello', 'howdy'));
  assert.match(await load(folder), /^howdy/);
  assert.equal((await compiled(folder)).length, 2);
});

test('a folder that cannot be written to does no harm', async (t) => {
  const { folder, load } = await scratch(t);
  assert.match(await load(join(folder, 'nowhere')), /^hello/);
});

test('what cannot be put in its place leaves nothing behind', async (t) => {
  const { folder, load } = await scratch(t);
  await load(folder);
  const [path] = await compiled(folder);
  await rm(path!);
  await mkdir(path!);
  assert.match(await load(folder), /^hello/);
  assert.deepEqual(await compiled(folder), [path]);
});

test('a module that fails is not there afterwards', async (t) => {
  const { folder, file, load } = await scratch(t);
  await writeFile(file, "throw new Error('not today')");
  await assert.rejects(load(folder), /not today/);
});

test("Playwright's large parts are kept, with what they ran", async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'compiled-module-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const script = `import { keepCompiled } from ${href('./keep-compiled.ts')};
import { loadPlaywright } from ${href('./load-playwright.ts')};
keepCompiled();
const { chromium } = await loadPlaywright();
console.log(chromium.name(), chromium === (await loadPlaywright()).chromium);`;
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
  assert.equal(stdout, 'chromium true\n');
  const names = await readdir(join(home, 'cache/sensorium/compiled'));
  const parts = names.filter((name) => /^(core|utils)Bundle\.js-/.test(name));
  assert.equal(parts.length, 2, 'this version of Playwright has other parts');
});
