import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
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
  // The orphan is reaped by init, which may take a moment.
  for (let tries = 0; isAlive(inner) && tries < 100; tries++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(!isAlive(inner));
});

test('a process that is gone is no trouble', async () => {
  const child = spawn('true');
  await new Promise((resolve) => child.once('exit', resolve));
  await endProcess(child.pid!);
});
