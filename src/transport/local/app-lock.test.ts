import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { silentLog } from '../../kernel/log.ts';
import { claimAddress } from './app-lock.ts';
import { AppSocket } from './app-socket.ts';

const self = { version: '1', pid: 4321, endpoint: 'http://localhost:5/mcp' };
const listen = (address: string) =>
  AppSocket.listen({ address, log: silentLog, self, admit: () => ({ refusal: 'not here' }) });

/** What an app leaves behind that was killed: a socket on which nobody listens. */
async function staleSocket(address: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(`${address}.now`, resolve));
  await rename(`${address}.now`, address);
  await new Promise((resolve) => server.close(resolve));
  assert.ok(statSync(address).isSocket());
}

test('the folder becomes owner-only, and is let go of', async (t) => {
  const address = join(await scratch(t), 'run', 'app.sock');
  await mkdir(dirname(address));
  await chmod(dirname(address), 0o755);
  const lock = await claimAddress(address);
  assert.equal(statSync(dirname(address)).mode & 0o777, 0o700);
  const socket = await listen(address);
  assert.equal(statSync(address).mode & 0o777, 0o600);
  await socket.close();
  await lock.release();
  assert.ok(!existsSync(address));
  await (await claimAddress(address)).release();
});

test('while an app runs, the second one is told its process and endpoint', async (t) => {
  const address = join(await scratch(t), 'run', 'app.sock');
  const lock = await claimAddress(address);
  const socket = await listen(address);
  await assert.rejects(
    claimAddress(address),
    /APP_RUNS_ALREADY|runs already \(process 4321, http:\/\/localhost:5\/mcp\)/,
  );
  assert.ok(existsSync(address), 'its socket is left alone');
  await socket.close();
  await lock.release();
});

test('an app whose lock file was deleted is still found', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  const socket = await listen(address);
  t.after(() => socket.close());
  await assert.rejects(claimAddress(address), /process 4321/);
});

test('a socket that a dead app left is taken over', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  await staleSocket(address);
  const lock = await claimAddress(address);
  const socket = await listen(address);
  await socket.close();
  await lock.release();
});

test('of several that start at once over a stale socket, one gets it', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  await staleSocket(address);
  const claims = Array.from({ length: 5 }, async () => {
    const lock = await claimAddress(address);
    const socket = await listen(address);
    t.after(async () => {
      await socket.close();
      await lock.release();
    });
  });
  const outcomes = await Promise.allSettled(claims);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') assert.match(String(outcome.reason), /process 4321/);
  }
});

test('one that is just ending is waited for', async (t) => {
  const address = join(await scratch(t), 'app.sock');
  const ending = await claimAddress(address);
  const next = claimAddress(address);
  setImmediate(() => void ending.release());
  await (await next).release();
});

test('a folder that cannot be made, and a path that no socket can have, are said', async (t) => {
  const folder = await scratch(t);
  await writeFile(join(folder, 'file'), '');
  await assert.rejects(
    claimAddress(join(folder, 'file', 'run', 'app.sock')),
    /cannot be written \(ENOTDIR\)/,
  );
  const long = join(folder, 'x'.repeat(120), 'app.sock');
  await assert.rejects(claimAddress(long), /has 1\d\d bytes; the system allows 10\d/);
});
