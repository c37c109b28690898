/** A client that is killed closes everything at once: nobody hears the server any longer, and it must end. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../kit/scratch.ts';
import { root, scratchEnvironment } from '../kit/start-server.ts';

test('a server whose client was killed ends, though nobody reads what it says of that', async (t) => {
  const home = await scratch(t);
  const program = [join(root, 'bin', 'sensorium.cjs'), '--standalone', '--log-level', 'debug'];
  const child = spawn(process.execPath, program, { cwd: home, env: scratchEnvironment(home) });
  t.after(() => child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  child.stderr.destroy();
  child.stdin.write('this is no message, and that is said on stderr\n');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end('nor is this\n');
  const limit = AbortSignal.timeout(20_000);
  const end = await Promise.race([exit, once(limit, 'abort').then(() => 'it goes on')]);
  assert.notEqual(end, 'it goes on');
});
