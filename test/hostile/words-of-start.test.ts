/** Another user of the machine who reads the list of processes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startServer } from '../kit/start-server.ts';

const SECRETS = ['one-key-of-mine', 'another-key-of-mine'];

test('keys that were given as words of the command line are not shown to other users', {
  skip: process.platform !== 'linux' && 'only Linux shows the list of processes as a file',
}, async (t) => {
  const keys = ['--api-keys', SECRETS.join(','), '--port', '0', '--standalone'];
  const server = await startServer(t, 'sensorium', keys);
  const words = () => readFileSync(`/proc/${server.pid}/cmdline`, 'utf8');
  await server.stderrMatch(/listens at/);
  for (const secret of SECRETS) assert.ok(!words().includes(secret), words());
  assert.match(words(), /^sensorium\b/);
  const plain = await startServer(t, 'sensorium', ['--port', '0', '--standalone']);
  await plain.stderrMatch(/listens at/);
  assert.match(readFileSync(`/proc/${plain.pid}/cmdline`, 'utf8'), /--standalone/, 'what is no secret stays');
});
