import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const here = (name: string) => pathToFileURL(path.join(import.meta.dirname, name)).href;

test('what fails where nobody looks is logged, and the work goes on', () => {
  const script = `
    const { runCommand } = await import('${here('run-command.ts')}');
    const { sensorium } = await import('${here('../../profiles/sensorium.ts')}');
    await runCommand(sensorium, async () => {
      Promise.reject(new Error('a promise of nobody'));
      setImmediate(() => { throw new Error('thrown to nobody'); });
      await new Promise((resolve) => setTimeout(resolve, 50));
      process.stdout.write('done');
    }, { argv: [] });`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', script],
    { encoding: 'utf8' },
  );
  assert.equal(stdout, 'done', stderr);
  assert.equal(status, 0);
  assert.match(stderr, /a promise of nobody/);
  assert.match(stderr, /thrown to nobody/);
});
