import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { memoryOf } from './process-memory.ts';

test('a process is counted with those that it started, and one that is gone with nothing', async (t) => {
  const script = `const { spawn } = require('node:child_process');
    spawn(process.execPath, ['-e', 'const a = Buffer.alloc(60e6, 1); console.log(1); setInterval(() => a, 1e9)'], { stdio: 'inherit' });
    process.on('SIGTERM', () => process.exit());`;
  const parent = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  t.after(() => process.kill(-parent.pid!, 'SIGKILL'));
  await once(parent.stdout, 'data');
  const sizes = await memoryOf([parent.pid!, 2 ** 22 + 7]);
  assert.ok(sizes.get(parent.pid!)! > 60, `${sizes.get(parent.pid!)} MB`);
  assert.equal(sizes.get(2 ** 22 + 7), 0);
  const plain = await memoryOf([parent.pid!], 'darwin'); // asks ps, which is here too
  assert.ok(plain.get(parent.pid!)! > 60);
  assert.equal((await memoryOf([])).size, 0);
});
