import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { scratch } from './kit/scratch.ts';
import { root, scratchEnvironment } from './kit/start-server.ts';

const run = promisify(execFile);
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

test('what is published starts where nothing else is installed', async (t) => {
  const folder = await scratch(t);
  for (const name of [...manifest.files, 'package.json']) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  const env = scratchEnvironment(folder);
  for (const command of Object.keys(manifest.bin)) {
    const { stdout } = await run(process.execPath, [join(folder, 'bin', `${command}.cjs`), '--version'], {
      env,
    });
    assert.ok(stdout.includes(manifest.version), `${command} --version: ${stdout}`);
  }
});

test('whoever installs the package can read English without a network', () => {
  for (const name of ['tesseract.js', '@tesseract.js-data/eng']) {
    assert.match(manifest.optionalDependencies[name], /^\d+\.\d+\.\d+$/, name);
  }
});

test('what is bundled is named with its licence', async () => {
  const notices = await readFile(join(root, 'THIRD_PARTY_NOTICES.md'), 'utf8');
  for (const name of ['zod', '@modelcontextprotocol/server']) {
    assert.match(notices, new RegExp(`^## ${name} \\d+\\.\\d+\\.\\d+ \\(.+\\)$`, 'm'));
  }
});

interface Locked {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/** Where a package finds what it depends on: in its own node_modules or in one above. */
function isLocked(packages: Readonly<Record<string, Locked>>, from: string, name: string): boolean {
  const folders = from
    .split('/node_modules/')
    .map((_, index, all) => all.slice(0, index + 1).join('/node_modules/'));
  return ['', ...folders.map((folder) => `${folder}/`)].some(
    (folder) => packages[`${folder}node_modules/${name}`],
  );
}

/** `npm install` leaves out binaries that are not published for every system, and `npm ci` then refuses the file. */
function missingFromLock(packages: Readonly<Record<string, Locked>>): readonly string[] {
  return Object.entries(packages).flatMap(([from, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(packages, from, name))
      .map((name) => `${from} needs ${name}`),
  );
}

test('the lock file is complete, so that npm ci works on every system', async () => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  assert.ok(Object.keys(lock.packages).length > 100);
  assert.deepEqual(missingFromLock(lock.packages), []);
  const planted = {
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { c: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { a: '1' } },
  };
  assert.deepEqual(missingFromLock(planted), ['node_modules/a needs c']);
});
