import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';

/** A process that puts something temporary into that folder, as Playwright does, and ends with its input. */
async function owner(folder: string): Promise<ChildProcess> {
  const module = join(import.meta.dirname, 'own-temporary.ts');
  const program = `
    const { useOwnTemporaryFolder } = await import(${JSON.stringify(module)});
    useOwnTemporaryFolder();
    useOwnTemporaryFolder();
    const { mkdtempSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    mkdtempSync(tmpdir() + '/something-');
    console.log('ready');
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder },
  });
  await once(child.stdout!, 'data');
  return child;
}

async function ended(child: ChildProcess, signal?: 'SIGKILL'): Promise<void> {
  const exit = once(child, 'exit');
  if (signal) child.kill(signal);
  else child.stdin!.end();
  await exit;
}

test('what a killed process leaves behind the next one takes away, and nothing of those that live', {
  skip: process.platform !== 'linux' && 'Linux only',
}, async (t) => {
  const folder = await scratch(t);
  const killed = await owner(folder);
  const [abandoned, ...others] = await readdir(folder);
  assert.match(abandoned!, new RegExp(`^sensorium-\\w+-${killed.pid}-`));
  assert.deepEqual(others, [], 'all of it lies in there');
  await ended(killed, 'SIGKILL');
  assert.deepEqual(await readdir(folder), [abandoned]);
  const one = await owner(folder);
  const [first] = await readdir(folder);
  assert.notEqual(first, abandoned);
  const other = await owner(folder);
  assert.equal((await readdir(folder)).length, 2);
  await ended(other);
  assert.deepEqual(await readdir(folder), [first]);
  await ended(one);
  assert.deepEqual(await readdir(folder), []);
});
