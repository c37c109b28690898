import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { leftOver } from '../../../../test/kit/process-tree.ts';
import { endProcess, isAlive } from './end-process.ts';

test('ends a process that does not go by itself, and its children', async () => {
  const child = spawn('sh', ['-c', 'trap "" TERM; sleep 60 & echo $!; wait'], { detached: true });
  const inner = await new Promise<number>((resolve) =>
    child.stdout.once('data', (data) => resolve(Number(data))),
  );
  const gone = new Promise((resolve) => child.once('exit', resolve));
  assert.ok(isAlive(child.pid!) && isAlive(inner));
  await endProcess(child.pid!, 10);
  await gone;
  assert.ok(!isAlive(child.pid!));
  assert.deepEqual(await leftOver([inner], 5_000), []);
});

test('a process that has ended and that its parent does not take in is not waited for', {
  skip: process.platform !== 'linux' && 'needs the /proc of Linux',
}, async (t) => {
  // The shell becomes programs that know nothing of the child.
  const parent = spawn('sh', ['-c', 'sleep 60 & exec sh -c "echo $!; exec sleep 60"']);
  t.after(() => parent.kill('SIGKILL'));
  const [data] = await once(parent.stdout, 'data');
  const zombie = Number(data);
  process.kill(zombie, 'SIGKILL');
  const state = () => /\) (\S)/.exec(readFileSync(`/proc/${zombie}/stat`, 'utf8'))![1];
  while (state() !== 'Z') await new Promise((resolve) => setTimeout(resolve, 5));
  process.kill(zombie, 0); // does not throw: it has its number still
  assert.ok(!isAlive(zombie));
  const began = performance.now();
  await endProcess(zombie, 60_000);
  assert.ok(performance.now() - began < 30_000);
});

test('a process that is gone is no trouble', async () => {
  const child = spawn('true');
  await new Promise((resolve) => child.once('exit', resolve));
  await endProcess(child.pid!);
});
