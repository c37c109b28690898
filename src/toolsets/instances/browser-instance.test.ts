import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startInstanceKit } from '../../../test/kit/instance-tools.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import type { Fault } from '../../kernel/fault.ts';
import { browserInstance } from './browser-instance.ts';

const code = (expected: string) => (thrown: unknown) => (thrown as Fault).code === expected;

test('new, list, activate, crash with a word to the owner, restart, close', async (t) => {
  const kit = await startInstanceKit(t);
  const ask = (args: Record<string, unknown>, session?: string) => kit.ask(browserInstance, args, session);
  assert.deepEqual(await ask({ action: 'list' }), { instances: [], current: 'default' });
  const one = await ask({ action: 'new', name: 'first', url: 'data:text/html,<title>Hi</title>' });
  assert.deepEqual([one.name, one.state, one.title], ['first', 'ready', 'Hi']);
  const two = await ask({ action: 'new' });
  assert.equal((await ask({ action: 'list' })).current, two.instanceId);
  assert.equal((await ask({ action: 'activate', instanceId: one.instanceId })).current, one.instanceId);
  assert.equal((await ask({ action: 'activate' })).current, 'default');
  await assert.rejects(ask({ action: 'activate', instanceId: one.instanceId }, 'other'), code('NO_INSTANCE'));

  const instance = kit.pool.find(one.instanceId, { session: 'one' });
  process.kill(instance.pid!, 'SIGKILL');
  while (instance.state !== 'crashed') await new Promise((resolve) => setTimeout(resolve, 10));
  assert.match(JSON.stringify(kit.told), new RegExp(`crashed.*${one.instanceId}`));
  assert.equal((await ask({ action: 'activate', instanceId: one.instanceId })).state, 'ready');

  assert.deepEqual(await ask({ action: 'close', instanceId: one.instanceId }), { closed: one.instanceId });
  await assert.rejects(ask({ action: 'close', instanceId: one.instanceId }), code('NO_INSTANCE'));
  await assert.rejects(ask({ action: 'close' }), code('INVALID_ARGUMENTS'));
});

test('an instance whose first page cannot be opened does not stay', async (t) => {
  const kit = await startInstanceKit(t);
  const bad = { action: 'new', url: 'http://127.0.0.1:1/' };
  await assert.rejects(kit.ask(browserInstance, bad), code('NAVIGATION_FAILED'));
  assert.deepEqual((await kit.ask(browserInstance, { action: 'list' })).instances, []);
});

test('profiles of the user’s own browsers are listed with their brand', async (t) => {
  const home = await scratch(t);
  await mkdir(join(home, '.config', 'google-chrome'), { recursive: true });
  const state = { profile: { info_cache: { Default: { name: 'Me' } } } };
  await writeFile(join(home, '.config', 'google-chrome', 'Local State'), JSON.stringify(state));
  const kit = await startInstanceKit(t, {}, { ...process.env, HOME: home, XDG_CONFIG_HOME: undefined });
  const { profiles } = await kit.ask(browserInstance, { action: 'profiles' });
  assert.deepEqual(profiles, [{ browser: 'chrome', directory: 'Default', name: 'Me' }]);
});
