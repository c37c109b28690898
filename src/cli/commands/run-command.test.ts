import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const here = (name: string) => pathToFileURL(path.join(import.meta.dirname, name)).href;

/** Runs a command whose work is this code; gives what became of the process. */
function runWork(work: string) {
  const script = `
    const { runCommand } = await import('${here('run-command.ts')}');
    const { sensorium } = await import('${here('../../profiles/sensorium.ts')}');
    await runCommand(sensorium, async ({ assembly, stop }) => { ${work} }, { argv: [] });`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script]);
  return Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
}

test('what fails where nobody looks is logged, and the work goes on', async () => {
  const [stdout, stderr, [code]] = await runWork(`
    Promise.reject(new Error('a promise of nobody'));
    setImmediate(() => { throw new Error('thrown to nobody'); });
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.stdout.write('done');`);
  assert.equal(stdout, 'done', stderr);
  assert.equal(code, 0);
  assert.match(stderr, /a promise of nobody/);
  assert.match(stderr, /thrown to nobody/);
});

for (const [what, work, how] of [
  [
    'the work never ends when told',
    `process.kill(process.pid, 'SIGTERM'); await new Promise(() => setInterval(() => {}, 100));`,
    1,
  ],
  ['a part never closes', 'assembly.wire.close = () => new Promise(() => {});', 1],
  ['the loop is held', 'assembly.wire.close = () => { for (;;); };', 'SIGKILL'],
] as const)
  test(`where ${what}, the end is forced after five seconds, with a word`, async () => {
    const began = performance.now();
    const [, stderr, [code, signal]] = await runWork(work);
    assert.match(stderr, /^sensorium: not everything could be closed within 5 s; ended all the same$/m);
    assert.equal(code ?? signal, how);
    assert.ok(performance.now() - began >= 5000);
  });
