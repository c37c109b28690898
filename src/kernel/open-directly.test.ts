import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../test/kit/scratch.ts';
import { writeFree } from './open-directly.ts';

test('what cannot be written whole is not there afterwards', async (t) => {
  const folder = await scratch(t);
  const breaking = async function* () {
    yield Buffer.from('half');
    throw new Error('no space left on device');
  };
  await assert.rejects(writeFree(join(folder, 'a.zip'), breaking()), /no space left/);
  assert.deepEqual(readdirSync(folder), []);
});
