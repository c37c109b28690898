import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { keptKey } from './app-key.ts';

test('a key is made once and kept, for its owner only', async (t) => {
  const state = await scratch(t);
  const key = await keptKey(state);
  assert.match(key, /^[0-9a-f]{64}$/);
  await chmod(join(state, 'http-key'), 0o644);
  assert.equal(await keptKey(state), key);
  assert.equal(statSync(join(state, 'http-key')).mode & 0o777, 0o600);
  assert.notEqual(await keptKey(await scratch(t)), key);
});

test('a key that was chosen by hand is kept; half a key is replaced', async (t) => {
  const state = await scratch(t);
  await writeFile(join(state, 'http-key'), 'my own secret\n');
  assert.match(await keptKey(state), /^[0-9a-f]{64}$/);
  await writeFile(join(state, 'http-key'), 'my-own-secret\n');
  assert.equal(await keptKey(state), 'my-own-secret');
});

test('a folder that is none is said', async (t) => {
  const state = join(await scratch(t), 'missing');
  await assert.rejects(keptKey(state), /http-key cannot be written \(ENOENT\)/);
});
